import { createHash } from "node:crypto";
import type { MemoRow } from "@tidemark/core/model";
import { memoRow } from "./temp-database.ts";

/** A pattern that takes about a tenth of a second for each `hostileRow`, and matches none. */
export const hostileFilter = 'content.matches("(.{0,30}a.{0,30}b){4}q")';

export function hostileRow(n: number): MemoRow {
  return memoRow(`m${n}`, { content: `q ${noise(n)} q ${n}` });
}

/** No two alike, so that nothing learnt on one text helps with the next. */
function noise(n: number): string {
  const hex = createHash("shake256", { outputLength: 1500 }).update(`${n}`).digest("hex");
  return hex
    .replaceAll(/[0-5]/g, "a")
    .replaceAll(/[6-9b]/g, "b")
    .replaceAll(/[c-f]/g, " ");
}
