import { Worker } from "node:worker_threads";

/** What a thread copies: a file, into one that is not there. */
export interface SnapshotJob {
  readonly from: string;
  readonly to: string;
  /** Values of `meta` that the copy has not, in no byte of it. */
  readonly without: readonly string[];
  /** Values of `meta` that the copy has. */
  readonly set: Readonly<Record<string, string>>;
  /** Values of `meta` that are to be said. */
  readonly read: readonly string[];
  /** Whether a source with objects that aren't in our schema is refused before anything runs on it. */
  readonly checksSchema: boolean;
}

export type FromSnapshotWorker =
  | {
      readonly type: "done";
      readonly memos: number;
      readonly bytes: number;
      readonly values: Readonly<Record<string, string | null>>;
    }
  | { readonly type: "damaged"; readonly findings: readonly string[] }
  | { readonly type: "newer" }
  | { readonly type: "failed"; readonly code: string | null; readonly message: string };

/** Copies on a thread of its own. Ends it, and rejects with the reason, when the signal says so. */
export function snapshotOnThread(
  job: SnapshotJob,
  signal?: AbortSignal,
): Promise<FromSnapshotWorker> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = new Worker(workerFile(), { workerData: job, execArgv: [] });
    // Whoever ends waits for the thread: only between two calls of SQLite does it hear of it.
    const cut = (): void => void worker.terminate().finally(() => reject(signal?.reason as Error));
    signal?.addEventListener("abort", cut, { once: true });
    worker.once("message", (message: FromSnapshotWorker) => resolve(message));
    worker.once("error", reject);
    worker.once("exit", (code) => {
      signal?.removeEventListener("abort", cut);
      if (signal?.aborted !== true) reject(new Error(`the thread of a copy ended with ${code}`));
    });
  });
}

/** The thread's file stands beside this one, as source and in a bundle. */
function workerFile(): URL {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new URL(`./snapshot-worker.${extension}`, import.meta.url);
}
