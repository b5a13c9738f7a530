import type { ShellAct } from "./shell-port.ts";

/** Actions of the tray or menu that need the host. */
export type HostAct = Extract<ShellAct, "random" | "sync-now" | "pause-sync" | "resume-sync">;

// Separate from the rest of the shell, because a page in a browser registers too.
const watchers = new Set<(act: HostAct) => void>();

/** Registers a callback for such actions. Returns the unsubscribe function. */
export function onHostAct(watch: (act: HostAct) => void): () => void {
  watchers.add(watch);
  return () => void watchers.delete(watch);
}

/** Passes an action to all callbacks. */
export function passToHost(act: HostAct): void {
  for (const watch of watchers) watch(act);
}
