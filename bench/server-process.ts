import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

/** Resource use of another process, from `/proc`. */
export interface ProcessUse {
  readonly cpuMs: number;
  readonly residentMB: number;
}

export const reportsProcessUse = existsSync("/proc/self/stat");

/** Length of a clock tick and size of a page on 64-bit Linux. */
const tickMs = 10;
const pageBytes = 4096;

export async function readProcessUse(pid: number): Promise<ProcessUse> {
  const fields = await statFields(pid);
  const field = (number: number): number => Number(fields[number - 3]);
  return {
    cpuMs: (field(14) + field(15)) * tickMs,
    residentMB: (field(24) * pageBytes) / 1e6,
  };
}

/** Returns the fields from the third on; the second, a name in brackets, may contain anything. */
async function statFields(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** Returns the processor time of a process and its children, ended ones included; `null` without `/proc`. */
export async function readProcessTreeMs(pid: number): Promise<number | null> {
  if (!reportsProcessUse) return null;
  const fields = await statFields(pid);
  const own = [14, 15, 16, 17].map((number) => Number(fields[number - 3]) * tickMs);
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  const times = await Promise.all(
    children
      .split(" ")
      .filter((text) => text !== "")
      // The next call finds the time of an ended child in its parent's sum.
      .map((child) => readProcessTreeMs(Number(child)).catch(() => 0)),
  );
  return [...own, ...times].reduce<number>((total, each) => total + (each ?? 0), 0);
}
