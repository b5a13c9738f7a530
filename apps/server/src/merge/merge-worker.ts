import { parentPort } from "node:worker_threads";
import { type MergeJob, runMerge } from "@tidemark/core/text";
import type { FromMergeWorker } from "./merge-thread.ts";

// Entry of the thread that runs long merges one after another.

const port = parentPort;
if (port === null) throw new Error("this program is started as a thread of the server");
const post = (message: FromMergeWorker): void => port.postMessage(message);

port.on("message", (job: MergeJob) => {
  try {
    post({ type: "merged", merged: runMerge(job) });
  } catch (error) {
    post({ type: "failed", error });
  }
});

port.postMessage({ type: "ready" });
