import { parentPort, workerData } from "node:worker_threads";
import { listenToDebug } from "@tidemark/core/debug";
import type { FromImport } from "./import-thread.ts";
import { runCommand } from "./run-command.ts";
import { StartRefused } from "./start-refused.ts";
import type { ImportCommand } from "./tidemark-options.ts";

// Entry point of the thread that runs an import. Its `workerData` is the command.

const port = parentPort;
if (port === null) throw new Error("this program is started as a thread of an import");
const post = (message: FromImport): void => port.postMessage(message);
const ending = new AbortController();
port.once("message", () => {
  ending.abort(new StartRefused("ended before it was done: run it again"));
});
const log = (line: string): void => post({ type: "log", line });
listenToDebug(process.env["TIDEMARK_DEBUG"], (line) => log(`${new Date().toISOString()} ${line}`));
const code = await runCommand(workerData as ImportCommand, {
  signal: ending.signal,
  log,
  print: (line) => post({ type: "print", line }),
});
post({ type: "done", code });
