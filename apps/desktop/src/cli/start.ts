import { listenToDebug } from "@tidemark/core/debug";
import { findElectron } from "./find-electron.ts";
import type { HostThreadData } from "./host-worker.ts";
import { StartRefused } from "./refused/start-refused.ts";
import { startElectron } from "./start-electron.ts";
import { parseStartOptions } from "./start-options.ts";
import { logStack } from "./thread/log-stack.ts";
import { runInThread, threadFile } from "./thread/run-in-thread.ts";
import type { TidemarkContext } from "./thread/tidemark-context.ts";

// Entry point of `npm start`. stdout carries only the address; messages go to stderr. Exit codes: 0 stopped
// normally, 1 failed, 2 could not start.

const graceMs = 2000;
const ending = new AbortController();

const context: TidemarkContext = {
  signal: ending.signal,
  log: (line) => void process.stderr.write(`${line}\n`),
  print: (line) => void process.stdout.write(`${line}\n`),
};

for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  process.on(name, () => ending.abort());
}

async function start(): Promise<number> {
  const options = parseStartOptions(process.argv.slice(2));
  if (options === null) return 0;
  const program = options.isBrowser ? null : findElectron();
  if (program !== null) return await startInElectron(program, options);
  const data: HostThreadData = { options, isTerminal: process.stdout.isTTY };
  return await runInThread(threadFile(import.meta.url, "host-worker"), context, {
    graceMs,
    workerData: data,
  });
}

function startInElectron(program: string, options: HostThreadData["options"]): Promise<number> {
  listenToDebug(process.env["TIDEMARK_DEBUG"], (line) =>
    context.log(`${new Date().toISOString()} ${line}`),
  );
  // Exit even if something doesn't close in time.
  ending.signal.addEventListener("abort", () => setTimeout(() => process.exit(1), graceMs));
  return startElectron(program, options, context);
}

try {
  process.exitCode = await start();
} catch (error) {
  if (error instanceof StartRefused) {
    context.log(`tidemark: ${error.message}`);
    process.exitCode = 2;
  } else if (ending.signal.aborted) {
    process.exitCode = 0;
  } else {
    logStack(error, context.log);
    process.exitCode = 1;
  }
}
// A leaked handle must not keep the process alive.
process.exit();
