import { Worker } from "node:worker_threads";
import { SerialQueue } from "@tidemark/core/concurrency";

export interface TaskThreadOptions {
  /** `import.meta.url` of the caller and the name of the worker's file beside it, without its extension. */
  readonly beside: string;
  readonly name: string;
  readonly memoryMb: number;
  /** Limit for one job, without the start. */
  readonly deadlineMs: number;
}

/** Enough for a busy machine to load the worker's modules. */
const startMs = 30_000;
/** An unused thread ends after this time, to free its memory. */
const idleMs = 30_000;

/**
 * Runs jobs in a worker thread, one at a time. The thread starts with the first job, and again with the
 * next job after it ended. It must post one message when it has started and one for each job.
 */
export class TaskThread<Job, Answer extends object> {
  readonly #options: TaskThreadOptions;
  readonly #queue = new SerialQueue();
  #thread: { readonly worker: Worker; readonly ready: Promise<boolean> } | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: TaskThreadOptions) {
    this.#options = options;
  }

  /** Counts the jobs that wait or run. */
  get size(): number {
    return this.#queue.size;
  }

  /** Returns "lost" if the thread died or missed the deadline, most likely because of the job. */
  run(job: Job): Promise<Answer | "lost" | "not-started"> {
    return this.#queue.run(async () => {
      clearTimeout(this.#idle);
      const { worker, ready } = (this.#thread ??= this.#start());
      try {
        if (!(await ready)) return "not-started";
        const answer = this.#next(worker, this.#options.deadlineMs);
        worker.postMessage(job);
        return (await answer) ?? "lost";
      } finally {
        this.#idle = setTimeout(() => this.#end(), idleMs).unref();
      }
    });
  }

  #start(): { readonly worker: Worker; readonly ready: Promise<boolean> } {
    const { beside, name, memoryMb } = this.#options;
    const extension = beside.endsWith(".ts") ? "ts" : "js";
    const worker = new Worker(new URL(`./${name}.${extension}`, beside), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    // A server that stops doesn't wait for a job.
    worker.unref();
    worker.on("error", () => undefined);
    return { worker, ready: this.#next(worker, startMs).then((message) => message !== null) };
  }

  #end(): void {
    void this.#thread?.worker.terminate();
    this.#thread = null;
  }

  /** Returns the next message. Ends the thread and returns null if none arrives in time. */
  #next(worker: Worker, withinMs: number): Promise<Answer | null> {
    return new Promise((resolve) => {
      const settle = (answer: Answer | null): void => {
        clearTimeout(timer);
        worker.off("message", settle);
        worker.off("error", lose);
        worker.off("exit", lose);
        resolve(answer);
      };
      const lose = (): void => {
        this.#end();
        settle(null);
      };
      const timer = setTimeout(lose, withinMs).unref();
      worker.on("message", settle);
      worker.on("error", lose);
      worker.on("exit", lose);
    });
  }
}
