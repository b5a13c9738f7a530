import { existsSync } from "node:fs";
import { join } from "node:path";
import { createMcpServer, createWriteBudget } from "@tidemark/mcp";
import { serveStdio } from "@tidemark/mcp/stdio";
import manifest from "../../../package.json" with { type: "json" };
import { StartRefused } from "../refused/start-refused.ts";
import type { TidemarkContext } from "../thread/tidemark-context.ts";
import { memosForAssistants } from "./memos-for-assistants.ts";

/** Command of `tidemark mcp`. */
export interface McpCommand {
  readonly type: "mcp";
  readonly dataDir: string;
  /** True if the assistant may change memos. */
  readonly canWrite: boolean;
}

/**
 * Serves an assistant over stdin and stdout until it closes stdin or the signal is aborted. Throws StartRefused if the
 * folder has no memos.
 */
export async function runMcp(
  { dataDir, canWrite }: McpCommand,
  { signal, log }: Pick<TidemarkContext, "signal" | "log">,
): Promise<void> {
  if (!existsSync(join(dataDir, "tidemark.db"))) {
    throw new StartRefused(`there are no memos in ${dataDir}`);
  }
  const memos = memosForAssistants(dataDir, { log });
  const budget = createWriteBudget(Date.now);
  const stack = (error: unknown): string =>
    error instanceof Error ? (error.stack ?? error.message) : String(error);
  const connection = serveStdio(
    () =>
      createMcpServer({
        version: manifest.version,
        scope: canWrite ? "write" : "read",
        run: ({ tool, input, client }) => memos.run({ tool, input, client, canWrite }),
        beforeWrite: () => budget.take(""),
        onError: (error, tool) => log(`${tool}: ${stack(error)}`),
      }),
    // Nothing is announced.
    { maxSubscriptions: 0, onerror: (error) => log(stack(error)) },
  );
  await new Promise<void>((resolve) => {
    process.stdin.once("close", () => resolve());
    process.stdin.once("end", () => resolve());
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await connection.close();
  await memos.close();
}
