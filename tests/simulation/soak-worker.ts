import { parentPort, workerData } from "node:worker_threads";
import type { SyncFault } from "@tidemark/core/sync";
import { minimise } from "./minimise.ts";
import { runBatch } from "./run-batch.ts";

/** One thread of a soak: is told which seeds to run, and answers what came of them. */
export interface SoakTask {
  readonly first: number;
  readonly count: number;
}

const { faults } = workerData as { faults: readonly SyncFault[] };
const planted = new Set(faults);

parentPort?.on("message", (task: SoakTask) => {
  void (async () => {
    const { failed, schedules, steps } = await runBatch(task.first, task.count, planted);
    const small = failed === null ? null : await minimise(failed, planted);
    parentPort?.postMessage({
      task,
      schedules,
      steps,
      failed:
        small === null || failed === null
          ? null
          : {
              seed: task.first + schedules - 1,
              message: small.failure?.message ?? failed.failure?.message ?? "",
              script: small.script,
            },
    });
  })();
});
