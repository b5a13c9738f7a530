import {
  holdMerge,
  limitMergesHere,
  MergeElsewhere,
  type MergeJob,
  type MergeOutcome,
} from "@tidemark/core/text";
import { TaskThread } from "../threads/task-thread.ts";

export type FromMergeWorker =
  | { readonly type: "merged"; readonly merged: MergeOutcome }
  | { readonly type: "failed"; readonly error: unknown };

/** Maximum number of steps of a merge on the main thread, some tens of milliseconds. */
const maxStepsHere = 200_000;
/** Time limit for a merge. Merges within core's limits take a few seconds at most. */
const deadlineMs = 20_000;
/** Steps counted for a long merge, so a batch with several is answered before its end. */
const stepsOfLongMerge = 250_000;
/** Maximum number of runs of a transaction whose texts change each time. */
const maxRuns = 20;

const thread = new TaskThread<MergeJob, FromMergeWorker>({
  beside: import.meta.url,
  name: "merge-worker",
  memoryMb: 512,
  deadlineMs,
});

/**
 * Runs a transaction that may merge texts. A long merge rolls the transaction back and runs in another
 * thread, so other transactions aren't blocked. The transaction then runs again and uses the result.
 */
export async function withLongMerges<T>(run: () => Promise<T>): Promise<T> {
  limitMergesHere(maxStepsHere);
  const releases: (() => void)[] = [];
  try {
    for (let runs = 1; ; runs += 1) {
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof MergeElsewhere) || runs === maxRuns) throw error;
        const { job } = error;
        releases.push(holdMerge(job, await mergeInThread(job), stepsOfLongMerge));
      }
    }
  } finally {
    for (const release of releases) release();
  }
}

async function mergeInThread(job: MergeJob): Promise<MergeOutcome> {
  const message = await thread.run(job);
  // Most likely out of memory.
  if (message === "lost" || message === "not-started") {
    return { ok: false, error: { type: "too-complex" } };
  }
  if (message.type === "failed") throw message.error;
  return message.merged;
}
