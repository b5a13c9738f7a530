import { Worker } from "node:worker_threads";
import { FilterTimeoutError } from "@tidemark/core";
import type { ListAnswer, ListJob, ListMethod } from "../../memo-list/list-placing.ts";
import type { ListWorkers } from "../list-workers.ts";

export type ToListWorker = {
  readonly [M in ListMethod]: { readonly job: ListJob<M>; readonly deadlineMs: number };
}[ListMethod];

export type FromListWorker =
  | { readonly type: "ready" }
  | { readonly type: "answer"; readonly value: unknown }
  | { readonly type: "timeout" }
  | { readonly type: "failed"; readonly error: unknown };

export interface ListWorkersOptions {
  readonly file: string;
  /** Maximum number of threads; each is started when a list first needs it, or by `begin`. */
  readonly size: number;
  /** Maximum time that one list may run. */
  readonly deadlineMs: number;
  /** Maximum time that a list may wait for a thread, including its start. */
  readonly waitMs: number;
}

/** Maximum number of waiting lists; further ones are refused. */
const maxWaiting = 64;
/**
 * Time after the deadline at which a thread is terminated. One inside a long step of SQLite doesn't check the
 * clock.
 */
const graceMs = 250;

interface Ask {
  readonly job: ToListWorker["job"];
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  timer: NodeJS.Timeout | undefined;
}

interface Thread {
  readonly worker: Worker;
  /** `starting` until the thread reports that it is ready. */
  asked: Ask | "starting" | null;
}

export function createListWorkers(options: ListWorkersOptions): ListWorkers {
  const { file, size, deadlineMs, waitMs } = options;
  const threads = new Set<Thread>();
  const waiting: Ask[] = [];
  const ending = new Set<Promise<unknown>>();
  let closed = false;

  function start(): void {
    const worker = new Worker(workerFile(), { workerData: file, execArgv: [] });
    const thread: Thread = { worker, asked: "starting" };
    threads.add(thread);
    worker.on("message", (message: FromListWorker) => heard(thread, message));
    worker.on("error", (error) => lost(thread, error));
    worker.on("exit", (code) => lost(thread, new Error(`a list's thread ended with ${code}`)));
  }

  function heard(thread: Thread, message: FromListWorker): void {
    const { asked } = thread;
    thread.asked = null;
    thread.worker.unref();
    if (asked !== null && asked !== "starting") {
      clearTimeout(asked.timer);
      if (message.type === "answer") asked.resolve(message.value);
      else if (message.type === "timeout") asked.reject(new FilterTimeoutError());
      else if (message.type === "failed") asked.reject(message.error);
    }
    assign();
  }

  /**
   * Removes a thread that ended. If it failed to start, the next one would too, so all waiting lists reject.
   */
  function lost(thread: Thread, error: Error): void {
    if (!threads.delete(thread)) return;
    const { asked } = thread;
    if (asked === "starting") for (const ask of waiting.splice(0)) fail(ask, error);
    else if (asked !== null) fail(asked, error);
    assign();
  }

  function giveUp(thread: Thread): void {
    threads.delete(thread);
    const ended = thread.worker.terminate();
    ending.add(ended);
    void ended.finally(() => ending.delete(ended));
  }

  function assign(): void {
    if (closed) return;
    for (const thread of threads) {
      if (thread.asked !== null) continue;
      const ask = waiting.shift();
      if (ask === undefined) return;
      clearTimeout(ask.timer);
      thread.asked = ask;
      thread.worker.ref();
      ask.timer = setTimeout(() => {
        giveUp(thread);
        ask.reject(new FilterTimeoutError());
        assign();
      }, deadlineMs + graceMs);
      thread.worker.postMessage({ job: ask.job, deadlineMs });
    }
    const starting = [...threads].filter(({ asked }) => asked === "starting").length;
    if (waiting.length > starting && threads.size < size) start();
  }

  return {
    run: <M extends ListMethod>(job: ListJob<M>) =>
      new Promise<ListAnswer<M>>((resolve, reject) => {
        if (closed) throw new Error("the database is closed");
        if (waiting.length >= maxWaiting) throw new FilterTimeoutError("busy");
        const ask: Ask = {
          job: job as ToListWorker["job"],
          resolve: (value) => resolve(value as ListAnswer<M>),
          reject,
          timer: undefined,
        };
        ask.timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(ask), 1);
          reject(new FilterTimeoutError("busy"));
        }, waitMs);
        waiting.push(ask);
        assign();
      }),
    begin() {
      if (!closed && threads.size === 0) start();
    },
    endIdle: async () => {
      for (const thread of threads) if (thread.asked === null) giveUp(thread);
      await Promise.all(ending);
    },
    close: async () => {
      closed = true;
      const error = new Error("the database is closed");
      for (const ask of waiting.splice(0)) fail(ask, error);
      for (const thread of threads) {
        giveUp(thread);
        if (thread.asked !== null && thread.asked !== "starting") fail(thread.asked, error);
      }
      await Promise.all(ending);
    },
  };
}

function fail(ask: Ask, error: unknown): void {
  clearTimeout(ask.timer);
  ask.reject(error);
}

/** The thread's file is in the same folder as this one, as source and in a bundle. */
function workerFile(): URL {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new URL(`./list-worker.${extension}`, import.meta.url);
}
