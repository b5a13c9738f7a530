import { pathToFileURL } from "node:url";
import { z } from "zod";
import { sample } from "./shared-samples.ts";

const replaySchema = z.object({
  url: z.string(),
  tokens: z.record(z.string(), z.string()),
  log: z.array(z.string()),
  close: z.custom<() => Promise<void>>((value) => typeof value === "function"),
});

/** Serves a recording of a memos server on this machine. */
export async function replayed(file: string): Promise<z.infer<typeof replaySchema>> {
  const module: unknown = await import(pathToFileURL(sample("memos/replay.mjs").path).href);
  const { replay } = z
    .object({ replay: z.custom<(file: string) => Promise<unknown>>() })
    .parse(module);
  // Its log grows: it is not to be copied.
  const served = await replay(file);
  replaySchema.parse(served);
  return served as z.infer<typeof replaySchema>;
}
