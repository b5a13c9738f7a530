import type { ShellPort } from "../shell/shell-port.ts";

/** Connects to the desktop window. Not loaded in a browser. */
export async function followShell(port: ShellPort): Promise<void> {
  const { listenToShell, useShell } = await import("../shell/shell.ts");
  useShell.subscribe(({ refused }, before) => {
    if (refused === null || before.refused !== null) return;
    void import("../refused/show-refused.tsx").then(({ showRefused }) => showRefused());
  });
  listenToShell(port);
}
