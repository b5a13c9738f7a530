import { listenToDebug } from "@tidemark/core/debug";
import { ExportRefused, SourceRefused } from "@tidemark/transfer";
import { StartRefused } from "./start-refused.ts";
import { parseTidemarkOptions } from "./tidemark-options.ts";
import { runTidemark } from "./tidemark-run.ts";

// The entry of `npm run tidemark`. stdout carries the result; everything on the way goes to stderr.
// Exit codes: 0 done, 1 broke, 2 could not begin as asked.

const ending = new AbortController();
for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  process.on(name, () => ending.abort(new StartRefused("ended before it was done: run it again")));
}
const log = (line: string): void => void process.stderr.write(`${line}\n`);
listenToDebug(process.env["TIDEMARK_DEBUG"], (line) => log(`${new Date().toISOString()} ${line}`));

function isRefusal(error: unknown): error is Error {
  return (
    error instanceof StartRefused ||
    error instanceof SourceRefused ||
    error instanceof ExportRefused
  );
}

try {
  const command = parseTidemarkOptions(process.argv.slice(2), process.env);
  if (command !== null) {
    await runTidemark(command, {
      signal: ending.signal,
      log,
      print: (line) => void process.stdout.write(`${line}\n`),
    });
  }
} catch (error) {
  if (ending.signal.aborted && error === ending.signal.reason) {
    log("tidemark: ended before it was done; run it again and it goes on");
    process.exitCode = 1;
  } else if (isRefusal(error)) {
    log(`tidemark: ${error.message}`);
    process.exitCode = 2;
  } else {
    log(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exitCode = 1;
  }
}
