import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Rewrites the database and empties its log, in a separate thread. */
export async function rewriteOnThread(file: string): Promise<void> {
  const worker = new Worker(workerFile(), { workerData: file, execArgv: [] });
  // Rejects with the error that ended the thread.
  await once(worker, "exit");
}

/** The thread's file is in the same folder as this one, as source and in a bundle. */
function workerFile(): URL {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new URL(`./rewrite-worker.${extension}`, import.meta.url);
}
