import { readdirSync, readFileSync } from "node:fs";

/**
 * SIGKILL for a process and its children, which see nothing of each other's ends. Where there is no
 * /proc, the process alone: PostgreSQL's notice that soon, and end.
 */
export function killWhole(pid: number): void {
  // One that is stopped neither starts children nor mends what becomes of them.
  process.kill(pid, "SIGSTOP");
  for (const child of [...childrenOf(pid), pid]) {
    try {
      process.kill(child, "SIGKILL");
    } catch (error) {
      // It had ended by itself.
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
    // "pid (name) state parent …", and the name may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")")).split(" ")[2]);
  } catch {
    return undefined;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ESRCH";
}
