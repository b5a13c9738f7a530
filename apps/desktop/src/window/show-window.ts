import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { windowPath } from "../browser/own-window.ts";

export interface WindowOptions {
  /** Path of the browser's program. */
  readonly program: string;
  /** Port on which the app is served. */
  readonly port: number;
  readonly dataDir: string;
  /** Link to show, as passed by the system. */
  readonly link: string | null;
  /** Absolute path of a text file to capture instead. */
  readonly file: string | null;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

/**
 * Shows the app in a browser window with a separate browser profile, until the window is closed or the signal
 * is aborted. If that profile already has a window, the browser opens another one there and this resolves at
 * once. Rejects if the browser exits with an error.
 */
export async function showWindow(options: WindowOptions): Promise<void> {
  const { program, dataDir, signal, log } = options;
  const profile = join(dataDir, "window");
  await mkdir(profile, { recursive: true, mode: 0o700 });
  const child = spawn(program, argumentsOf(options, profile), {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said: string[] = [];
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    said.push(chunk.slice(0, 2000));
    if (said.length > 20) said.shift();
  });
  const end = (): void => void child.kill("SIGTERM");
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  const [code] = (await once(child, "exit")) as [number | null];
  signal.removeEventListener("abort", end);
  if (code === 0 || signal.aborted) return;
  log(said.join("").trimEnd());
  throw new Error(`${program} ended with ${code === null ? "a signal" : `exit code ${code}`}`);
}

function argumentsOf({ port, link, file }: WindowOptions, profile: string): string[] {
  const address = new URL(windowPath, `http://127.0.0.1:${port}`);
  if (file !== null) address.searchParams.set("file", file);
  else if (link !== null) address.searchParams.set("link", link);
  return [
    `--app=${address}`,
    `--user-data-dir=${profile}`,
    "--class=tidemark",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-sync",
    // The cookie is only valid on this machine, so it needs no keyring.
    "--password-store=basic",
    // Chromium doesn't start as root with its sandbox.
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ];
}
