import { readFile } from "node:fs/promises";

/** Returns the VmRSS of a process and its descendants, in 10⁶ bytes. Needs `/proc`. */
export async function residentWithChildrenMB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const kib = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  let sum = (kib * 1024) / 1e6;
  for (const child of children.split(" ").filter((text) => text !== "")) {
    // A process that has ended meanwhile counts as 0.
    sum += await residentWithChildrenMB(Number(child)).catch(() => 0);
  }
  return sum;
}
