import { once } from "node:events";
import { getHeapStatistics } from "node:v8";
import { Worker } from "node:worker_threads";
import type { TidemarkContext } from "./tidemark-context.ts";
import type { ImportCommand } from "./tidemark-options.ts";

/** Message from the thread: a line to print, or the exit code at the end. */
export type FromImport =
  | { readonly type: "log" | "print"; readonly line: string }
  | { readonly type: "done"; readonly code: 0 | 1 | 2 };

/** Time in ms that an import gets to stop by itself. */
const graceMs = 1500;
const othersBits = 0o077;

/**
 * Runs an import in a thread, so that a signal is handled even while a large note is being parsed. Returns the
 * exit code. An import that doesn't stop in time is terminated, which is safe: it commits as it goes, and
 * resumes from its last transaction.
 */
export async function importInThread(
  command: ImportCommand,
  { signal, log, print }: TidemarkContext,
  file = workerFile(),
): Promise<0 | 1 | 2> {
  // Only the main thread can make new files private.
  if (process.platform !== "win32") process.umask(othersBits);
  const thread = new Worker(file, {
    execArgv: [],
    workerData: command,
    resourceLimits: {
      maxOldGenerationSizeMb: Math.floor(getHeapStatistics().heap_size_limit / 2 ** 20),
    },
  });
  let code: 0 | 1 | 2 = 1;
  thread.on("message", (message: FromImport) => {
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
      log("tidemark: ended before it was done; run it again and it goes on");
      void thread.terminate();
    }, graceMs);
  };
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  try {
    // Rejects with the error of a thread that crashed.
    await once(thread, "exit");
    return code;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
}

/** Returns the URL of the thread's file, which is beside this one, both as source and in a bundle. */
function workerFile(): URL {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new URL(`./import-worker.${extension}`, import.meta.url);
}
