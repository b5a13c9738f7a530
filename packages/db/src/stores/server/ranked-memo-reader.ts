import type { RankedMemoReader } from "@tidemark/core";
import type { Kysely } from "kysely";
import { alwaysHere, type ListPlacing } from "../../memo-list/list-placing.ts";
import { searchMemoNumbers } from "../../memo-list/word-search.ts";
import type { Tables } from "../../schema/tables.ts";
import type { CachedMemos } from "../shared/cached/cached-memos.ts";
import { readSlice } from "../shared/memos-at-places.ts";

/**
 * Ranks memos on one connection, mostly in milliseconds; `placing` may move slow searches elsewhere, where
 * `hasMany` is set.
 */
export function createRankedMemoReader(
  db: Kysely<Tables>,
  placing: ListPlacing = alwaysHere,
  kept: CachedMemos | null = null,
  { hasMany = false }: { readonly hasMany?: boolean } = {},
): RankedMemoReader {
  return {
    slice: (query, bytes) =>
      placing.run("stepped", { method: "ranked", query: { ...query, bytes } }, async () =>
        readSlice(db, await searchMemoNumbers(db, query, { hasMany }), bytes, kept),
      ),
  };
}
