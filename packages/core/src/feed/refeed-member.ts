import { type UserReference, spaceName } from "../names/names.ts";
import type { FeedOp } from "../stores/sync-stores.ts";
import type { ServerWriteStores } from "../stores/server-database.ts";
import { userScope } from "../model/scope.ts";
import { refeedReferrers } from "./refeed-referrers.ts";

/**
 * Writes feed rows of a space's memos to a member's own scope. `evict` when the member has left, so that
 * their devices evict memos that they may no longer read. `up` when the member (re)joins, because a device's
 * cursor in the space's scope is past the evicted rows. Refeeds other memos that link to these: the member
 * can see those links now, or no longer.
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
      // Comments on a user's own memo can be read both inside and outside the space.
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
