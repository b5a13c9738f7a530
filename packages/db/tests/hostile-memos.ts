import { createHash } from "node:crypto";
import type { MemoRow } from "@tidemark/core/model";
import { memoRow } from "./temp-database.ts";

/** Pattern that takes about a tenth of a second on each `hostileRow` and matches none. */
export const hostileFilter = 'content.matches("(.{0,30}a.{0,30}b){4}q")';

export function hostileRow(n: number): MemoRow {
  return memoRow(`m${n}`, { content: `q ${noise(n)} q ${n}` });
}

/** Returns a different text for each n, so the engine's caches don't help with the next. */
function noise(n: number): string {
  const hex = createHash("shake256", { outputLength: 1500 }).update(`${n}`).digest("hex");
  return hex
    .replaceAll(/[0-5]/g, "a")
    .replaceAll(/[6-9b]/g, "b")
    .replaceAll(/[c-f]/g, " ");
}
