import { type Outcome, runSeed } from "./run-script.ts";

/** Runs the schedules of `count` seeds from `first` on, until one fails. */
export async function runBatch(
  first: number,
  count: number,
): Promise<{
  readonly failed: Outcome | null;
  readonly schedules: number;
  readonly steps: number;
}> {
  let steps = 0;
  for (let n = 0; n < count; n += 1) {
    const outcome = await runSeed(first + n);
    steps += outcome.script.steps.length;
    if (outcome.failure !== null) return { failed: outcome, schedules: n + 1, steps };
  }
  return { failed: null, schedules: count, steps };
}
