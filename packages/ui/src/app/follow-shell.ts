import type { ShellPort } from "../shell/shell-port.ts";

/** Follows what the window around the page says. A page in a browser has none, and does not load this. */
export async function followShell(port: ShellPort): Promise<void> {
  const { listenToShell, useShell } = await import("../shell/shell.ts");
  useShell.subscribe(({ refused }, before) => {
    if (refused === null || before.refused !== null) return;
    void import("../refused/show-refused.tsx").then(({ showRefused }) => showRefused());
  });
  listenToShell(port);
}
