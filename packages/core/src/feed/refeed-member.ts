import { type UserReference, spaceName } from "../names/names.ts";
import type { FeedOp } from "../stores/sync-stores.ts";
import type { ServerWriteStores } from "../stores/server-database.ts";
import { userScope } from "../model/scope.ts";
import { refeedReferrers } from "./refeed-referrers.ts";

/**
 * Puts the memos of a space into a member's own scope of the feed: `evict` when they have left, so
 * that their devices evict what they may not read any more, and `up` when they come (back), since a
 * device's place in the space's scope is behind what it was to evict. Memos elsewhere that link
 * to them are refed: the member may see those links now, or not any more.
 */
export async function refeedMember(
  stores: ServerWriteStores,
  space: string,
  user: UserReference,
  op: Extract<FeedOp, "up" | "evict">,
): Promise<void> {
  const scope = userScope(user);
  const touched = new Set([scope]);
  let after = "";
  for (;;) {
    const ids = await stores.memos.idsInSpace(spaceName(space), after, 500);
    const refed: string[] = [];
    for (const root of await stores.memos.heads(ids)) {
      // What is on a memo of one's own can be read in the space and out of it.
      if (root.visibility !== "SPACE" || root.creator === user) continue;
      for (const id of [root.id, ...(await stores.memos.descendants(root.id))]) {
        const seq = await stores.meta.nextSeq();
        await stores.feed.put({ scope, kind: "memo", entity: id, seq, op });
        refed.push(id);
      }
    }
    await refeedReferrers(stores, refed, touched);
    const last = ids.at(-1);
    if (last === undefined) break;
    after = last;
  }
  stores.afterCommit({ kind: "scopes-moved", scopes: [...touched] });
}
