import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { z } from "zod";

const baselineSchema = z.object({
  /** Version of the measured corpus; numbers of another version aren't compared. */
  corpusVersion: z.int(),
  memos: z.int(),
  node: z.string(),
  cases: z.record(
    z.string(),
    z.object({
      unit: z.enum(["ms", "s", "/s", "×", "MB", "n", "%", "px", "of floor"]),
      median: z.number(),
      p95: z.number(),
      n: z.int(),
    }),
  ),
});

/** Recorded results of one suite, to compare later runs with. */
export type Baseline = z.infer<typeof baselineSchema>;

const defaultFolder = resolve(import.meta.dirname, "baseline");

/** Returns null if the suite has no baseline yet. */
export async function readBaseline(
  suite: string,
  folder = defaultFolder,
): Promise<Baseline | null> {
  const file = join(folder, `${suite}.json`);
  if (!existsSync(file)) return null;
  return baselineSchema.parse(JSON.parse(await readFile(file, "utf8")));
}

export async function saveBaseline(
  suite: string,
  baseline: Baseline,
  folder = defaultFolder,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${suite}.json`), `${JSON.stringify(baseline, null, 2)}\n`);
}
