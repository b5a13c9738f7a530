import { Worker } from "node:worker_threads";
import {
  holdMerge,
  limitMergesHere,
  MergeElsewhere,
  type MergeJob,
  type MergeOutcome,
} from "@tidemark/core/text";

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
/** A thread that nobody needs gives its memory back. */
const idleMs = 30_000;

let thread: Worker | null = null;
let idle: NodeJS.Timeout | undefined;
/** One merge after the other. */
let queue: Promise<unknown> = Promise.resolve();

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
        const asked = queue.then(() => mergeInThread(job));
        queue = asked.catch(() => undefined);
        releases.push(holdMerge(job, await asked, stepsOfLongMerge));
      }
    }
  } finally {
    for (const release of releases) release();
  }
}

function mergeInThread(job: MergeJob): Promise<MergeOutcome> {
  clearTimeout(idle);
  const worker = (thread ??= startThread());
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      idle = setTimeout(endThread, idleMs).unref();
      worker.off("message", heard);
      worker.off("error", lost);
      worker.off("exit", lost);
    };
    const giveUp = (): void => {
      stop();
      thread = null;
      void worker.terminate();
      resolve({ ok: false, error: { type: "too-complex" } });
    };
    const heard = (message: FromMergeWorker): void => {
      stop();
      if (message.type === "merged") resolve(message.merged);
      else reject(message.error);
    };
    // Without memory, most likely: the next merge has a new thread.
    const lost = (): void => giveUp();
    const timer = setTimeout(giveUp, deadlineMs);
    timer.unref();
    worker.on("message", heard);
    worker.on("error", lost);
    worker.on("exit", lost);
    worker.postMessage(job);
  });
}

function endThread(): void {
  void thread?.terminate();
  thread = null;
}

function startThread(): Worker {
  // Beside this file, as source and in a bundle.
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const worker = new Worker(new URL(`./merge-worker.${extension}`, import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  // It never keeps the process: a server that stops does not wait for a merge.
  worker.unref();
  worker.on("error", () => undefined);
  return worker;
}
