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

/** Merges of more steps are not done on the thread that answers requests: some tens of milliseconds. */
const maxStepsHere = 200_000;
/** What takes longer is refused: a merge within the limits of core takes a few seconds at most. */
const deadlineMs = 20_000;
/** A batch that brings several long merges is answered after as many. */
const stepsOfLongMerge = 250_000;
/** A transaction whose texts change each time that it is run again is given up. */
const maxRuns = 20;

const thread = new TaskThread<MergeJob, FromMergeWorker>({
  beside: import.meta.url,
  name: "merge-worker",
  memoryMb: 512,
  deadlineMs,
});

/**
 * Runs a transaction that may merge texts. A merge that takes long is done in another thread, while
 * the transaction is undone and others have their turn; then it runs again, and finds the merge done.
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
  // Out of memory, most likely.
  if (message === "lost" || message === "not-started") {
    return { ok: false, error: { type: "too-complex" } };
  }
  if (message.type === "failed") throw message.error;
  return message.merged;
}
