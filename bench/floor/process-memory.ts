import { readFile } from "node:fs/promises";

/** VmRSS of a process and of all that it started, in 10⁶ bytes. Only where there is `/proc`. */
export async function residentWithChildrenMB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const kib = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  let sum = (kib * 1024) / 1e6;
  for (const child of children.split(" ").filter((text) => text !== "")) {
    // One that ended meanwhile holds nothing.
    sum += await residentWithChildrenMB(Number(child)).catch(() => 0);
  }
  return sum;
}
