import { spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";

/** Run of a program, until it exits, is killed, or fails to start. */
export interface Run {
  hasEnded: boolean;
  readonly pid: number;
  readonly ended: Promise<unknown>;
  signal(name: NodeJS.Signals): void;
}

export function run(program: string, args: readonly string[], options: SpawnOptions): Run {
  const child = spawn(program, args, options);
  const state: Run = {
    hasEnded: false,
    pid: child.pid ?? 0,
    ended: Promise.race([once(child, "exit"), once(child, "error")]).catch(() => undefined),
    signal: (name) => child.kill(name),
  };
  void state.ended.then(() => (state.hasEnded = true));
  return state;
}

/** Waits until a run ends. If cancelled, sends it the signal `by`, and throws after it has ended. */
export async function untilEnded(
  { ended, signal }: Run,
  by: NodeJS.Signals,
  cancelled: AbortSignal,
): Promise<void> {
  const end = (): void => signal(by);
  cancelled.addEventListener("abort", end, { once: true });
  await ended;
  cancelled.removeEventListener("abort", end);
  cancelled.throwIfAborted();
}
