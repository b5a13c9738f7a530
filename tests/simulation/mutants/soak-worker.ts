import { parentPort, workerData } from "node:worker_threads";
import { findMutant } from "./all-mutants.ts";
import { loadSimulation } from "./load-simulation.ts";

/** Task of one soak thread, which runs the seeds and posts the result. */
export interface SoakTask {
  readonly first: number;
  readonly count: number;
}

const { bug } = workerData as { bug: string | null };
const { runBatch, minimise } = await loadSimulation(bug === null ? null : findMutant(bug));

parentPort?.on("message", (task: SoakTask) => {
  void (async () => {
    const { failed, schedules, steps } = await runBatch(task.first, task.count);
    const small = failed === null ? null : await minimise(failed);
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
