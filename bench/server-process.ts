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
  const fields = await statFields(pid);
  const field = (number: number): number => Number(fields[number - 3]);
  return {
    cpuMs: (field(14) + field(15)) * tickMs,
    residentMB: (field(24) * pageBytes) / 1e6,
  };
}

/** From the third on: the name, in brackets before them, may hold anything. */
async function statFields(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** Processor time of a process and its children, those that ended included; null where it is not told. */
export async function readProcessTreeMs(pid: number): Promise<number | null> {
  if (!reportsProcessUse) return null;
  const fields = await statFields(pid);
  const own = [14, 15, 16, 17].map((number) => Number(fields[number - 3]) * tickMs);
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  const times = await Promise.all(
    children
      .split(" ")
      .filter((text) => text !== "")
      // One that ended meanwhile is in its parent's sum with the next look.
      .map((child) => readProcessTreeMs(Number(child)).catch(() => 0)),
  );
  return [...own, ...times].reduce<number>((total, each) => total + (each ?? 0), 0);
}
