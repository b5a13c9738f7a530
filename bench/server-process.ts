import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

/** What another process uses; only where the system tells it in `/proc`. */
export interface ProcessUse {
  readonly cpuMs: number;
  readonly residentMB: number;
}

export const reportsProcessUse = existsSync("/proc/self/stat");

/** Clock ticks and pages as every Linux on 64 bits has them. */
const tickMs = 10;
const pageBytes = 4096;

export async function readProcessUse(pid: number): Promise<ProcessUse> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // The name, in brackets, may hold anything; the fields behind it start with the third.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const field = (number: number): number => Number(fields[number - 3]);
  return {
    cpuMs: (field(14) + field(15)) * tickMs,
    residentMB: (field(24) * pageBytes) / 1e6,
  };
}
