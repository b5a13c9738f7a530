import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import type { MemosServer } from "./memos-server.ts";

const replaySchema = z.object({
  url: z.string(),
  tokens: z.record(z.string(), z.string()),
  log: z.array(z.string()),
  close: z.custom<() => Promise<void>>((value) => typeof value === "function"),
});

/** Serves a recording of a real memos server locally, with the program beside the recording. */
export async function replayed(folder: string, recording: string): Promise<MemosServer> {
  const program = pathToFileURL(join(folder, "../replay.mjs")).href;
  const module: unknown = await import(program);
  const { replay } = z
    .object({ replay: z.custom<(file: string) => Promise<unknown>>() })
    .parse(module);
  // A parsed copy wouldn't receive later log lines.
  const served = await replay(join(folder, recording));
  replaySchema.parse(served);
  return served as MemosServer;
}
