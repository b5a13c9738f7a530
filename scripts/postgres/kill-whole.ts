import { readdirSync, readFileSync } from "node:fs";

/**
 * Kills a process and its children with SIGKILL, so none can react to the others' exit. Without /proc, kills
 * only the process; PostgreSQL's children notice soon and exit.
 */
export function killWhole(pid: number): void {
  // A stopped process can't start children or clean up after them.
  process.kill(pid, "SIGSTOP");
  for (const child of [...childrenOf(pid), pid]) {
    try {
      process.kill(child, "SIGKILL");
    } catch (error) {
      // The process had already exited.
      if (!isGone(error)) throw error;
    }
  }
}

function childrenOf(pid: number): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
}

function parentOf(pid: string): number | undefined {
  try {
    // Format: "pid (name) state parent …", where the name may contain anything.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")")).split(" ")[2]);
  } catch {
    return undefined;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ESRCH";
}
