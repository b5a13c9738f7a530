import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Writes the database anew and empties its log, on a thread of its own. */
export async function rewriteOnThread(file: string): Promise<void> {
  const worker = new Worker(workerFile(), { workerData: file, execArgv: [] });
  // Rejects with the error that ended the thread.
  await once(worker, "exit");
}

/** The thread's file stands beside this one, as source and in a bundle. */
function workerFile(): URL {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new URL(`./rewrite-worker.${extension}`, import.meta.url);
}
