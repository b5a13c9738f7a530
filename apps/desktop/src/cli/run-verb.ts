import { SourceRefused } from "@tidemark/transfer";
import { failureOf } from "../transfer/failure-of.ts";
import { shown } from "./shown.ts";
import { StartRefused } from "./start-refused.ts";
import { parseTidemarkOptions } from "./tidemark-options.ts";
import { runTidemark } from "./tidemark-run.ts";

/** Delay before an import is killed after a signal to stop. */
const graceMs = 2500;

/**
 * Runs `tidemark VERB …` with the arguments after the program's name. stdout carries the result, stderr
 * everything else. Returns the exit code: 0 done, 1 failed, 2 could not start.
 */
export async function runVerb(args: readonly string[]): Promise<0 | 1 | 2> {
  const ending = new AbortController();
  let isImport = false;
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(name, () => {
      ending.abort(new StartRefused("ended before it was done: run it again"));
      // An import commits as it goes and resumes from its last transaction, so it is safe to kill.
      if (isImport) setTimeout(() => process.exit(1), graceMs).unref();
    });
  }
  // Labels, paths and error texts may come from untrusted files.
  const log = (line: string): void => void process.stderr.write(`${shown(line)}\n`);
  try {
    const command = parseTidemarkOptions(args, process.env);
    isImport = command?.type === "import";
    if (command !== null) {
      await runTidemark(command, {
        signal: ending.signal,
        log,
        print: (line) => void process.stdout.write(`${line}\n`),
      });
    }
    return 0;
  } catch (error) {
    if (ending.signal.aborted && error === ending.signal.reason) {
      log("tidemark: ended before it was done; run it again and it goes on");
      return 1;
    }
    if (error instanceof SourceRefused && error.code === "cut-short") {
      log(`tidemark: ${error.message}`);
      log("tidemark: ended before it was done; run it again and it goes on");
      return 1;
    }
    const known = error instanceof StartRefused ? error.message : refusalOf(error);
    if (known !== null) {
      log(`tidemark: ${known}`);
      return 2;
    }
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    for (const line of said.split("\n")) log(line);
    return 1;
  }
}

/**
 * Returns the message for an error caused by the source or target, with the affected file; null for other
 * errors.
 */
function refusalOf(error: unknown): string | null {
  const failure = failureOf(error);
  if (failure === null) return null;
  return failure.path === undefined ? failure.words : `${failure.path}: ${failure.words}`;
}
