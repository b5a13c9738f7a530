import type { ReadStores } from "../stores/database.ts";
import type { Caller } from "../model/caller.ts";
import { readAccess } from "../access/read-access.ts";
import type { MemoRecord } from "../model/memo.ts";
import type { MemoRelation, Reaction } from "../model/memo-parts.ts";
import { reactionsOf } from "./reactions.ts";
import { relationsOf } from "./relations.ts";

/** What hangs on a memo, as its reader may see it. */
export interface MemoExtras {
  readonly relations: readonly MemoRelation[];
  /** Oldest first. */
  readonly reactions: readonly Reaction[];
}

/** The extras of memos that the caller has just read, by id: a fixed number of queries for any many. */
export async function extrasOf(
  stores: ReadStores,
  caller: Caller,
  memos: readonly MemoRecord[],
): Promise<Map<string, MemoExtras>> {
  if (memos.length === 0) return new Map();
  const elements = await stores.memos.elements(memos.map((memo) => memo.id));
  const relations = await relationsOf(stores.memos, readAccess(caller), memos, elements);
  return new Map(
    memos.map(({ id }) => [
      id,
      { relations: relations.get(id) ?? [], reactions: reactionsOf(elements.get(id) ?? []) },
    ]),
  );
}
