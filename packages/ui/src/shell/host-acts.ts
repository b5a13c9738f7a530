import type { ShellAct } from "./shell-port.ts";

/** What is done by asking the host. */
export type HostAct = Extract<ShellAct, "random" | "sync-now" | "pause-sync" | "resume-sync">;

// Apart from the rest of the shell: a page in a browser, which has none, listens too.
const watchers = new Set<(act: HostAct) => void>();

/** Calls back when the tray or the menu asks what the host has to be asked. Gives what stops it. */
export function onHostAct(watch: (act: HostAct) => void): () => void {
  watchers.add(watch);
  return () => void watchers.delete(watch);
}

/** Tells whoever can do it. */
export function passToHost(act: HostAct): void {
  for (const watch of watchers) watch(act);
}
