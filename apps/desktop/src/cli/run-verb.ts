import { failureOf } from "../transfer/failure-of.ts";
import { shown } from "./shown.ts";
import { StartRefused } from "./start-refused.ts";
import { parseTidemarkOptions } from "./tidemark-options.ts";
import { runTidemark } from "./tidemark-run.ts";

/** A program that was told to end is killed soon after. */
const graceMs = 2500;

/**
 * Does what `tidemark VERB …` says, the arguments after the program's name. stdout carries the result;
 * everything on the way goes to stderr. Gives the exit code: 0 done, 1 broke, 2 could not begin as asked.
 */
export async function runVerb(args: readonly string[]): Promise<0 | 1 | 2> {
  const ending = new AbortController();
  let isImport = false;
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(name, () => {
      ending.abort(new StartRefused("ended before it was done: run it again"));
      // The next import goes on from the last transaction, so this one may be left where it is.
      if (isImport) setTimeout(() => process.exit(1), graceMs).unref();
    });
  }
  // Labels, paths and what is wrong with them come from files of others.
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

/** What the source, or what is written, is to blame for, with the file that it is about; null: nothing. */
function refusalOf(error: unknown): string | null {
  const failure = failureOf(error);
  if (failure === null) return null;
  return failure.path === undefined ? failure.words : `${failure.path}: ${failure.words}`;
}
