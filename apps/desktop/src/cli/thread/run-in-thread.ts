import { once } from "node:events";
import { getHeapStatistics } from "node:v8";
import { Worker, type WorkerOptions } from "node:worker_threads";
import type { TidemarkContext } from "./tidemark-context.ts";

/** Message from the thread: a line to print, or the exit code at the end. */
export type FromThread =
  | { readonly type: "log" | "print"; readonly line: string }
  | { readonly type: "done"; readonly code: number };

export interface ThreadOptions extends Pick<WorkerOptions, "execArgv" | "workerData"> {
  /** Time in ms that the thread gets to stop by itself after a signal. */
  readonly graceMs: number;
  /** Line to log if the thread doesn't. */
  readonly lateLine?: string;
}

const othersBits = 0o077;

/**
 * Runs a program in a thread, so that signals are handled even while it computes without a pause. Returns its
 * exit code. When `signal` is aborted, the thread gets a message; one that doesn't stop in time is terminated,
 * and the exit code is 1. Rejects with the error of a thread that crashed.
 */
export async function runInThread(
  file: URL,
  { signal, log, print }: TidemarkContext,
  { graceMs, lateLine, ...options }: ThreadOptions,
): Promise<number> {
  // Only the main thread can make new files private.
  if (process.platform !== "win32") process.umask(othersBits);
  const maxOldGenerationSizeMb = Math.floor(getHeapStatistics().heap_size_limit / 2 ** 20);
  const thread = new Worker(file, { ...options, resourceLimits: { maxOldGenerationSizeMb } });
  let code = 1;
  thread.on("message", (message: FromThread) => {
    if (message.type === "done") {
      code = message.code;
      void thread.terminate();
    } else if (message.type === "log") log(message.line);
    else print(message.line);
  });
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    thread.postMessage("end");
    timer ??= setTimeout(() => {
      if (lateLine !== undefined) log(lateLine);
      void thread.terminate();
    }, graceMs);
  };
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  try {
    await once(thread, "exit");
    return code;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
}

/**
 * Returns the URL of a thread's file beside a module, both as source and in a bundle. `module` is the URL of the
 * module.
 */
export function threadFile(module: string, name: string): URL {
  return new URL(`./${name}.${module.endsWith(".ts") ? "ts" : "js"}`, module);
}
