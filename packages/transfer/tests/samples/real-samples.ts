import { existsSync } from "node:fs";
import { resolve } from "node:path";

const folder =
  process.env["TIDEMARK_SAMPLES"] ?? resolve(import.meta.dirname, "../../../../../shared/data");

/**
 * Returns a real export or database of another program, beside the repository or in `TIDEMARK_SAMPLES`;
 * nothing where it is missing. Tests run over samples of our own, and over these too.
 */
export function realSamples(path: string): readonly string[] {
  const file = resolve(folder, path);
  return existsSync(file) ? [file] : [];
}
