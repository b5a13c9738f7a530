import type { ReadStores } from "../stores/database.ts";
import type { Caller } from "../model/caller.ts";
import { readAccess } from "../access/read-access.ts";
import type { MemoRecord } from "../model/memo.ts";
import type { MemoRelation, Reaction } from "../model/memo-parts.ts";
import { reactionsOf } from "./reactions.ts";
import { relationsOf } from "./relations.ts";

/** Relations and reactions of a memo, as its reader may see them. */
export interface MemoExtras {
  readonly relations: readonly MemoRelation[];
  /** Oldest first. */
  readonly reactions: readonly Reaction[];
}

/** Returns the extras of memos that the caller has just read, by id. The number of queries is fixed. */
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
