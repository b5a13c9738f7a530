import type { Caller } from "../../../model/caller.ts";
import { findManyReadable, readAccess } from "../../../access/read-access.ts";
import type { MemoElement, MemoEntity } from "../../../model/memo.ts";
import { isOwnReaction, isReactionOf, maxPerUser } from "../../../memo/reactions.ts";
import { isOwnRelation, maxReferences, referencesOf } from "../../../memo/relations.ts";
import type { ServerWriteStores } from "../../../stores/server-database.ts";
import { hasBegunAgain } from "../../../merge/begun-again.ts";
import type { MemoOp } from "../../../merge/memo-op.ts";

type PutOp = Extract<MemoOp, { kind: "memo.put" }>;

/**
 * Returns the elements that a user may assert with one of their memos, and omits the others. A device also
 * has other users' reactions, but may only assert its own user's (A4a). The user must be able to read (A2a)
 * or own the target of a link. A link to a missing memo is accepted, because memos arrive in any order after
 * a restore. It isn't shown until the memo arrives, and then only to users who can read the memo.
 */
export async function assertableElements(
  stores: ServerWriteStores,
  caller: Caller,
  current: MemoEntity | null,
  { entity, elements }: PutOp,
): Promise<MemoElement[]> {
  const links = elements.filter((element) => element.value !== null && isOwnRelation(element));
  const linked = await linkable(stores, caller, current, { memo: entity, links });
  const own = new Set(
    (current?.elements ?? [])
      .filter((element) => isReactionOf(caller.name, element))
      .map((element) => element.key),
  );
  return elements.filter((element) => {
    if (current !== null && hasBegunAgain(current.row, element.stamp)) return false;
    if (element.set === "relation") {
      return isOwnRelation(element) && (element.value === null || linked.has(element.key));
    }
    if (!isOwnReaction(caller.name, element)) return false;
    if (own.size >= maxPerUser && !own.has(element.key)) return false;
    own.add(element.key);
    return true;
  });
}

async function linkable(
  stores: ServerWriteStores,
  caller: Caller,
  current: MemoEntity | null,
  { memo, links }: { readonly memo: string; readonly links: readonly MemoElement[] },
): Promise<ReadonlySet<string>> {
  const known = new Set(referencesOf(current?.elements ?? []));
  const targets = links.map((element) => element.key);
  const room = Math.max(0, maxReferences - known.size);
  const asked = targets.filter((id) => id !== memo && !known.has(id)).slice(0, room);
  const readable = await findManyReadable(stores.memos, readAccess(caller), asked);
  const here = new Map((await stores.memos.heads(asked)).map((head) => [head.id, head]));
  const linked = new Set(targets.filter((id) => known.has(id)));
  for (const id of asked) {
    const head = here.get(id);
    const isAbsent = head === undefined && !(await stores.tombstones.has("memo", id));
    if (isAbsent || readable.has(id) || head?.creator === caller.name) linked.add(id);
  }
  return linked;
}
