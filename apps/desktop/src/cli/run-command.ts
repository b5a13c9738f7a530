import { failureOf, SourceRefused } from "@tidemark/transfer";
import { StartRefused } from "./refused/start-refused.ts";
import { logStack } from "./thread/log-stack.ts";
import type { TidemarkContext } from "./thread/tidemark-context.ts";
import type { McpCommand } from "./assistants/run-mcp.ts";
import type { TidemarkCommand } from "./tidemark-options.ts";
import { runTidemark } from "./tidemark-run.ts";

/** Runs a command and logs its failure. Returns the exit code: 0 done, 1 failed, 2 could not start. */
export async function runCommand(
  command: Exclude<TidemarkCommand, McpCommand>,
  context: TidemarkContext,
): Promise<0 | 1 | 2> {
  const { signal, log } = context;
  try {
    await runTidemark(command, context);
    return 0;
  } catch (error) {
    if (signal.aborted && error === signal.reason) {
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
    logStack(error, log);
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
