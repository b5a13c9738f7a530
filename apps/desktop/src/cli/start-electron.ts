import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { ensureShell } from "./page/ensure-built.ts";
import type { StartContext } from "./start-browser.ts";
import type { StartOptions } from "./start-options.ts";

/** Runs the application in Electron until it quits or the signal is aborted. Returns its exit code. */
export async function startElectron(
  program: string,
  { dataDir }: StartOptions,
  { signal, log }: Pick<StartContext, "signal" | "log">,
): Promise<number> {
  await ensureShell({ signal, log });
  const child = spawn(program, [resolve(import.meta.dirname, "../.."), `--data=${dataDir}`], {
    stdio: ["ignore", 2, 2],
  });
  signal.addEventListener("abort", () => child.kill("SIGTERM"), { once: true });
  const [code] = (await once(child, "exit")) as [number | null];
  return signal.aborted ? 0 : (code ?? 1);
}
