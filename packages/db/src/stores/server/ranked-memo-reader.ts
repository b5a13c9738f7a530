import type { RankedMemoReader } from "@tidemark/core";
import type { Kysely } from "kysely";
import { searchMemoNumbers } from "../../memo-list/word-search.ts";
import type { Tables } from "../../schema/tables.ts";
import type { CachedMemos } from "../shared/cached-memos.ts";
import { readSlice } from "../shared/memos-at-places.ts";

export function createRankedMemoReader(
  db: Kysely<Tables>,
  kept: CachedMemos | null = null,
): RankedMemoReader {
  return {
    slice: async (query, bytes) => readSlice(db, await searchMemoNumbers(db, query), bytes, kept),
  };
}
