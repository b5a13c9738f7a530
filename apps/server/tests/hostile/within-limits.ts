import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";

/** Result of a program with limited memory and CPU time. */
export interface Outcome {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
}

/**
 * Runs a module of this folder as a program. Kills it when it uses more than `cpuSeconds` of CPU time,
 * regardless of other load, or more than `heapMb` of heap.
 */
export async function runWithinLimits(
  module: string,
  args: readonly string[],
  { cpuSeconds, heapMb }: { readonly cpuSeconds: number; readonly heapMb: number },
): Promise<Outcome> {
  const command = `ulimit -t ${cpuSeconds}; exec "$0" --max-old-space-size=${heapMb} "$@"`;
  const program = resolve(import.meta.dirname, module);
  const child = spawn("bash", ["-c", command, process.execPath, program, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (text: Buffer) => (output += text.toString()));
  child.stderr.on("data", (text: Buffer) => (output += text.toString()));
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  return { code, signal, output };
}
