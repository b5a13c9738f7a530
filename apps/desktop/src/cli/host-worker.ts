import { workerData } from "node:worker_threads";
import { ensurePage } from "./page/ensure-built.ts";
import { StartRefused } from "./refused/start-refused.ts";
import { startBrowser } from "./start-browser.ts";
import type { StartOptions } from "./start-options.ts";
import { logStack } from "./thread/log-stack.ts";
import { threadContext } from "./thread/thread-context.ts";

// Entry point of the thread that serves the app to a browser.

/** `workerData` of the thread. */
export interface HostThreadData {
  readonly options: StartOptions;
  /** True if a user sees the output. */
  readonly isTerminal: boolean;
}

const { options, isTerminal } = workerData as HostThreadData;
const context = threadContext();
const { signal, log, print } = context;

async function serve(): Promise<number> {
  await startBrowser(options, {
    signal,
    log,
    page: () => ensurePage(context),
    show: async (address, server) => {
      if (server === "another") {
        log("Tidemark runs on this folder already: here is a fresh address of it.");
      }
      print(`Tidemark: ${address}`);
      if (server === "this") await aborted(signal);
    },
    // Programs that start this one need its exit code, so only a terminal gets the page.
    showRefused: isTerminal
      ? async (address, done) => {
          print(`Tidemark: ${address}`);
          await aborted(done);
        }
      : undefined,
    hasWindows: false,
  });
  return 0;
}

function aborted(end: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (end.aborted) resolve();
    else end.addEventListener("abort", () => resolve(), { once: true });
  });
}

function exitCodeOf(error: unknown): number {
  if (error instanceof StartRefused) {
    log(`tidemark: ${error.message}`);
    return 2;
  }
  if (signal.aborted) return 0;
  logStack(error, log);
  return 1;
}

context.done(await serve().catch(exitCodeOf));
