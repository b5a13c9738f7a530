import { Worker } from "node:worker_threads";
import { appError, AppFailure } from "@tidemark/core";
import type { FromPageWorker } from "./page-worker.ts";
import type { BodyJob, SetBody } from "./set-body.ts";

/** A text that takes longer is shown as it was written. */
const deadlineMs = 8_000;
/** To load what the thread works with: a busy machine takes its time for that. */
const startMs = 30_000;
/** Pages that wait for the thread; whoever comes then is asked to come again. */
const maxWaiting = 32;
/** A thread that nobody needs gives its memory back. */
const idleMs = 30_000;

interface PageThread {
  readonly worker: Worker;
  /** Whether it has started. */
  readonly ready: Promise<boolean>;
}

let thread: PageThread | null = null;
let idle: NodeJS.Timeout | undefined;
let waiting = 0;
/** One text after the other. */
let queue: Promise<unknown> = Promise.resolve();
/** Texts that took too long once: nobody waits for them again. */
const tooSlow = new Set<string>();
const maxRemembered = 200;

/**
 * Sets a text as a page in a thread of its own, away from what else the server answers; null where that
 * took too long or went wrong. `key` names the text as it is now. Throws RESOURCE_EXHAUSTED while too
 * many wait.
 */
export async function setInThread(job: BodyJob, key: string): Promise<SetBody | null> {
  if (tooSlow.has(key)) return null;
  if (waiting >= maxWaiting) {
    throw new AppFailure({
      ...appError("RESOURCE_EXHAUSTED", "too many pages are asked for"),
      retryAfterMs: deadlineMs,
    });
  }
  waiting += 1;
  clearTimeout(idle);
  const asked = queue.then(() => ask(job, key));
  queue = asked;
  try {
    return await asked;
  } finally {
    waiting -= 1;
    if (waiting === 0) idle = setTimeout(endThread, idleMs).unref();
  }
}

function endThread(): void {
  void thread?.worker.terminate();
  thread = null;
}

async function ask(job: BodyJob, key: string): Promise<SetBody | null> {
  const { worker, ready } = (thread ??= startThread());
  if (!(await ready)) return null;
  const said = nextOf(worker, deadlineMs);
  worker.postMessage(job);
  const heard = await said;
  if (heard === null) remember(key);
  return heard?.type === "set" ? heard.body : null;
}

/** What the thread says next; null where it says nothing in time, or is gone: the next text has a new one. */
function nextOf(worker: Worker, withinMs: number): Promise<FromPageWorker | null> {
  return new Promise((resolve) => {
    const end = (said: FromPageWorker | null): void => {
      clearTimeout(timer);
      worker.off("message", end);
      worker.off("error", lose);
      worker.off("exit", lose);
      resolve(said);
    };
    const lose = (): void => {
      thread = null;
      void worker.terminate();
      end(null);
    };
    const timer = setTimeout(lose, withinMs);
    timer.unref();
    worker.on("message", end);
    worker.on("error", lose);
    worker.on("exit", lose);
  });
}

function remember(key: string): void {
  tooSlow.add(key);
  const [oldest] = tooSlow;
  if (tooSlow.size > maxRemembered && oldest !== undefined) tooSlow.delete(oldest);
}

function startThread(): PageThread {
  // Beside this file, as source and in a bundle.
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const worker = new Worker(new URL(`./page-worker.${extension}`, import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  // It never keeps the process: a server that stops does not wait for a page.
  worker.unref();
  worker.on("error", () => undefined);
  return { worker, ready: nextOf(worker, startMs).then((said) => said !== null) };
}
