import { existsSync } from "node:fs";
import { resolve } from "node:path";

const folder =
  process.env["TIDEMARK_SAMPLES"] ?? resolve(import.meta.dirname, "../../../../../shared/data");

/**
 * Returns the path of a real export or database of another program, beside the repository or in
 * `TIDEMARK_SAMPLES`; [] if it is missing. Tests use our own samples, and these if available.
 */
export function realSamples(path: string): readonly string[] {
  const file = resolve(folder, path);
  return existsSync(file) ? [file] : [];
}
