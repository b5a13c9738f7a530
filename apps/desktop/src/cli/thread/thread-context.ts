import { parentPort } from "node:worker_threads";
import { listenToDebug } from "@tidemark/core/debug";
import type { FromThread } from "./run-in-thread.ts";
import type { TidemarkContext } from "./tidemark-context.ts";

/** Context of a program that `runInThread` runs. */
export interface ThreadContext extends TidemarkContext {
  /** Ends the thread with an exit code. */
  readonly done: (code: number) => void;
}

/** Returns the context of this thread. Its signal is aborted with `reason`. */
export function threadContext(reason?: Error): ThreadContext {
  const port = parentPort;
  if (port === null) throw new Error("this program is started as a thread");
  const post = (message: FromThread): void => port.postMessage(message);
  const ending = new AbortController();
  port.once("message", () => ending.abort(reason));
  const log = (line: string): void => post({ type: "log", line });
  listenToDebug(process.env["TIDEMARK_DEBUG"], (line) =>
    log(`${new Date().toISOString()} ${line}`),
  );
  return {
    signal: ending.signal,
    log,
    print: (line) => post({ type: "print", line }),
    done: (code) => post({ type: "done", code }),
  };
}
