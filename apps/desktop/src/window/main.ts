import { join } from "node:path";
import { listenToDebug } from "@tidemark/core/debug";
import { startBrowser } from "../cli/start-browser.ts";
import { StartRefused } from "../cli/start-refused.ts";
import { findBrowser } from "./find-browser.ts";
import { showWindow } from "./show-window.ts";
import { hasVerb } from "../cli/tidemark-verbs.ts";
import { parseWindowOptions } from "./window-options.ts";

// The entry of the package without Electron: the host in this process, and the page in a window of the
// browser that the machine has. Exit codes: 0 ended as asked, 1 broke, 2 could not start as told.

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
      // The bundle has the page in the folder beside it.
      page: async () => join(import.meta.dirname, "..", "page"),
      hasWindows: true,
      show: (address) => shown(address, signal),
      // The address has a key, and a program's arguments none: the window is given it by itself.
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
      // Whoever asked expects an end: something that does not let go is left behind.
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
  // A handle that someone forgot must not keep an ended program alive.
  process.exit();
}
