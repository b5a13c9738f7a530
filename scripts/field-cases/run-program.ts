import { spawn, type SpawnOptions } from "node:child_process";

/** Output of a program until it exited or wrote the expected line. */
export interface ProgramRun {
  readonly output: string;
  readonly errors: string;
  /** Exit code; null if the program was killed here. */
  readonly code: number | null;
}

/** Runs a Node program and stops it with SIGTERM once `isEnough` returns true for its output. */
export function runProgram(
  args: readonly string[],
  options: SpawnOptions,
  isEnough: (output: string) => boolean = () => false,
): Promise<ProgramRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    const timer = setTimeout(() => child.kill("SIGKILL"), 60_000);
    let [output, errors] = ["", ""];
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (isEnough(output)) child.kill();
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ output, errors, code });
    });
  });
}
