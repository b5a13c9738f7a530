import { listenToDebug } from "@tidemark/core/debug";
import { findElectron } from "./find-electron.ts";
import { ensurePage } from "./ensure-built.ts";
import { startBrowser, type StartContext } from "./start-browser.ts";
import { startElectron } from "./start-electron.ts";
import { parseStartOptions } from "./start-options.ts";
import { StartRefused } from "./start-refused.ts";

// Entry point of `npm start`. stdout carries only the address; messages go to stderr. Exit codes: 0 stopped
// normally, 1 failed, 2 could not start.

const graceMs = 2500;
const ending = new AbortController();

for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  process.on(name, () => {
    ending.abort();
    // Exit even if something doesn't close in time.
    setTimeout(() => process.exit(1), graceMs);
  });
}

const context: StartContext = {
  signal: ending.signal,
  log: (line) => process.stderr.write(`${line}\n`),
};

listenToDebug(process.env["TIDEMARK_DEBUG"], (line) =>
  context.log(`${new Date().toISOString()} ${line}`),
);

async function start(): Promise<number> {
  const options = parseStartOptions(process.argv.slice(2));
  if (options === null) return 0;
  const program = options.isBrowser ? null : findElectron();
  if (program !== null) return await startElectron(program, options, context);
  await startBrowser(options, {
    ...context,
    page: () => ensurePage(context),
    show: async (address, server) => {
      if (server === "another") {
        context.log("Tidemark runs on this folder already: here is a fresh address of it.");
      }
      process.stdout.write(`Tidemark: ${address}\n`);
      if (server === "this") await aborted(context.signal);
    },
    // Programs that start this one need its exit code, so only a terminal gets the page.
    showRefused: process.stdout.isTTY
      ? async (address, done) => {
          process.stdout.write(`Tidemark: ${address}\n`);
          await aborted(done);
        }
      : undefined,
    hasWindows: false,
  });
  return 0;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
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
    context.log(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exitCode = 1;
  }
}
// A leaked handle must not keep the process alive.
process.exit();
