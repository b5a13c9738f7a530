import { Worker } from "node:worker_threads";

/** Job of the copying thread. `to` must not exist yet. */
export interface SnapshotJob {
  readonly from: string;
  readonly to: string;
  /** Keys of `meta` to erase from every byte of the copy. */
  readonly without: readonly string[];
  /** Values of `meta` to set in the copy. */
  readonly set: Readonly<Record<string, string>>;
  /** Keys of `meta` to return the values of. */
  readonly read: readonly string[];
  /** True to refuse a source with objects that aren't in our schema, before anything runs on it. */
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

/** Copies in a separate thread. Ends the thread and rejects with the signal's reason on abort. */
export function snapshotOnThread(
  job: SnapshotJob,
  signal?: AbortSignal,
): Promise<FromSnapshotWorker> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = new Worker(workerFile(), { workerData: job, execArgv: [] });
    // The abort waits for the thread, which ends only between two calls of SQLite.
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

/** The thread's file is in the same folder as this one, as source and in a bundle. */
function workerFile(): URL {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new URL(`./snapshot-worker.${extension}`, import.meta.url);
}
