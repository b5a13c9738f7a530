import { StartRefused } from "./refused/start-refused.ts";
import { shown } from "./shown.ts";
import { logStack } from "./thread/log-stack.ts";
import { runInThread, threadFile } from "./thread/run-in-thread.ts";
import type { TidemarkContext } from "./thread/tidemark-context.ts";
import { parseTidemarkOptions, type TidemarkCommand } from "./tidemark-options.ts";

/**
 * Runs `tidemark VERB …` with the arguments after the program's name. stdout carries the result, stderr
 * everything else. Returns the exit code: 0 done, 1 failed, 2 could not start.
 */
export async function runVerb(args: readonly string[]): Promise<number> {
  const ending = new AbortController();
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(name, () => {
      ending.abort(new StartRefused("ended before it was done: run it again"));
    });
  }
  // Labels, paths and error texts may come from untrusted files.
  const log = (line: string): void => void process.stderr.write(`${shown(line)}\n`);
  try {
    const command = parseTidemarkOptions(args, process.env);
    if (command === null) return 0;
    return await run(command, {
      signal: ending.signal,
      log,
      print: (line) => void process.stdout.write(`${line}\n`),
    });
  } catch (error) {
    if (error instanceof StartRefused) {
      log(`tidemark: ${error.message}`);
      return 2;
    }
    logStack(error, log);
    return 1;
  }
}

/** Time in ms that an import gets to stop by itself. */
const graceMs = 1500;

async function run(command: TidemarkCommand, context: TidemarkContext): Promise<number> {
  if (command.type === "import") {
    // An import commits as it goes and resumes from its last transaction, so it is safe to terminate.
    return runInThread(threadFile(import.meta.url, "import-worker"), context, {
      graceMs,
      lateLine: "tidemark: ended before it was done; run it again and it goes on",
      execArgv: [],
      workerData: command,
    });
  }
  if (command.type === "mcp") {
    const { runMcp } = await import("./assistants/run-mcp.ts");
    await runMcp(command, context);
    return 0;
  }
  // Loaded late, since an import loads it in its thread.
  const { runCommand } = await import("./run-command.ts");
  return runCommand(command, context);
}
