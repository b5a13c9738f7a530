import { Worker } from "node:worker_threads";
import type { MemoDerived } from "@tidemark/core/model";
import type { DeriveTexts } from "@tidemark/core/sync/device";

/**
 * Idle time before the thread is stopped. A first sync sends many requests; afterwards there are hardly any.
 */
const idleMs = 5000;

interface Asked {
  readonly resolve: (derived: readonly MemoDerived[]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Derives data from texts on a worker thread, which stops after some idle seconds. Rejects all calls once the
 * thread has crashed, since the next thread would crash too.
 */
export function createDeriveThread(): DeriveTexts {
  const asked: Asked[] = [];
  let thread: Worker | null = null;
  let lostBy: Error | null = null;
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    const worker = new Worker(workerFile(), { execArgv: [] });
    worker.on("message", (derived: readonly MemoDerived[]) => {
      asked.shift()?.resolve(derived);
      if (asked.length > 0) return;
      worker.unref();
      idle = setTimeout(end, idleMs).unref();
    });
    worker.on("error", (error) => lost(worker, error));
    worker.on("exit", (code) => lost(worker, new Error(`a thread ended with ${code}`)));
    return worker;
  }

  function end(): void {
    const ended = thread;
    thread = null;
    void ended?.terminate();
  }

  function lost(worker: Worker, error: Error): void {
    if (thread !== worker) return;
    thread = null;
    lostBy = error;
    for (const { reject } of asked.splice(0)) reject(error);
  }

  return (contents) =>
    new Promise((resolve, reject) => {
      if (lostBy !== null) {
        reject(lostBy);
        return;
      }
      clearTimeout(idle);
      thread ??= start();
      thread.ref();
      asked.push({ resolve, reject });
      thread.postMessage(contents);
    });
}

/** Returns the URL of the thread's file, which is beside this one, both as source and in a bundle. */
function workerFile(): URL {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new URL(`./derive-worker.${extension}`, import.meta.url);
}
