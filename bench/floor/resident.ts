import { readdir, readFile } from "node:fs/promises";

/** What a process and those that it started hold in memory (VmRSS), in 10⁶ bytes. Linux alone says it. */
export async function residentMB(pid: number): Promise<number> {
  const own = await residentOf(pid);
  const children = await childrenOf(pid);
  const held = await Promise.all(children.map(residentMB));
  return held.reduce((sum, each) => sum + each, own);
}

async function residentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? 0 : (Number(kilobytes) * 1024) / 1e6;
}

async function childrenOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, "utf8").catch(() => "")),
  );
  return lists.flatMap((list) =>
    list
      .split(" ")
      .filter((one) => one !== "")
      .map(Number),
  );
}
