import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Mutant } from "./mutant.ts";

const root = resolve(import.meta.dirname, "../../..");

/**
 * Returns the changed sources of a mutant's files, by absolute path. Throws if an anchor doesn't occur
 * exactly once in its file: the code has changed, and the mutant must be adapted.
 */
export function plant({ name, edits }: Mutant): ReadonlyMap<string, string> {
  const sources = new Map<string, string>();
  for (const { file, find, become } of edits) {
    const path = resolve(root, file);
    const pieces = (sources.get(path) ?? readFileSync(path, "utf8")).split(find);
    if (pieces.length !== 2) {
      const count = pieces.length - 1;
      throw new Error(`${name}: its anchor is ${count} times in ${file}, not once: ${find}`);
    }
    sources.set(path, pieces.join(become));
  }
  return sources;
}
