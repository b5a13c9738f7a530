import { join } from "node:path";
import { listenToDebug } from "@tidemark/core/debug";
import { startBrowser } from "../cli/start-browser.ts";
import { StartRefused } from "../cli/refused/start-refused.ts";
import { findBrowser } from "./find-browser.ts";
import { showWindow } from "./show-window.ts";
import { hasVerb } from "../cli/tidemark-verbs.ts";
import { parseWindowOptions } from "./window-options.ts";

// Entry point of the package without Electron. It runs the host in this process and opens the page in a
// window of an installed browser. Exit codes: 0 stopped normally, 1 failed, 2 could not start.

const graceMs = 2500;
const log = (line: string): void => void process.stderr.write(`${line}\n`);

async function start(args: readonly string[], signal: AbortSignal): Promise<void> {
  const options = parseWindowOptions(args);
  if (options === null) return;
  const { dataDir, port, link, file } = options;
  const program = findBrowser(process.env);
  if (program === null) {
    throw new StartRefused(
      "found no Chromium or Chrome: install one, or name it in TIDEMARK_BROWSER",
    );
  }
  const shown = (address: string, until: AbortSignal): Promise<void> => {
    const served = Number(new URL(address).port);
    return showWindow({ program, port: served, dataDir, link, file, signal: until, log });
  };
  await startBrowser(
    { dataDir, port },
    {
      signal,
      log,
      // In the bundle, the page's folder is beside the program's.
      page: async () => join(import.meta.dirname, "..", "page"),
      hasWindows: true,
      show: (address) => shown(address, signal),
      // Program arguments must not contain the key, so only the port is used. The server redirects the window
      // to an address with the key.
      showRefused: (address, done) => shown(address, AbortSignal.any([signal, done])),
    },
  );
}

if (hasVerb(process.argv.slice(2))) {
  await import("../cli/tidemark.ts");
} else {
  const ending = new AbortController();
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(name, () => {
      ending.abort();
      // Exits even if something doesn't close in time.
      setTimeout(() => process.exit(1), graceMs);
    });
  }
  listenToDebug(process.env["TIDEMARK_DEBUG"], (line) =>
    log(`${new Date().toISOString()} ${line}`),
  );
  try {
    await start(process.argv.slice(2), ending.signal);
  } catch (error) {
    if (error instanceof StartRefused) {
      log(`tidemark: ${error.message}`);
      process.exitCode = 2;
    } else if (!ending.signal.aborted) {
      log(error instanceof Error ? (error.stack ?? error.message) : String(error));
      process.exitCode = 1;
    }
  }
  // A leaked handle must not keep the process alive.
  process.exit();
}
