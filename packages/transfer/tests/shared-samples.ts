import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** Real notes and databases of other programs, beside the repository or where somebody says. */
const folder =
  process.env["TIDEMARK_SAMPLES"] ?? resolve(import.meta.dirname, "../../../../shared/data");

/** Where a sample is, and whether it is: tests of those that are not there are skipped. */
export function sample(path: string): { readonly path: string; readonly isThere: boolean } {
  const file = resolve(folder, path);
  return { path: file, isThere: existsSync(file) };
}
