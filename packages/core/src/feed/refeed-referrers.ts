import type { ServerDatabase, ServerWriteStores } from "../stores/server-database.ts";
import type { FeedRow } from "../stores/sync-stores.ts";
import { userScope, type Scope } from "../model/scope.ts";

/** Maximum number of memos refed in one transaction. */
const atOnce = 200;

/**
 * Refeeds memos that refer to others whose readers have changed. A device only receives links of other users'
 * memos to memos that its user can read (A3). Skips memos that only their owner sees: an owner receives all
 * links. Leaves the rest of a large transaction to `refeedDueReferrers`.
 */
export async function refeedReferrers(
  stores: ServerWriteStores,
  targets: readonly string[],
  touched: Set<Scope>,
): Promise<void> {
  const refed = new Set<string>();
  for (const target of targets) {
    const room = atOnce - refed.size;
    const found = await stores.memos.referrersAfter(target, "", room + 1);
    const now = found.slice(0, room);
    for (const [id, rows] of await shownToOthers(stores, now)) {
      if (refed.has(id)) continue;
      await refeed(stores, id, rows, touched);
      refed.add(id);
    }
    if (found.length <= room) continue;
    await stores.dueReferrers.put({ target, after: now.at(-1) ?? "" });
    stores.afterCommit({ kind: "referrers-due" });
  }
}

/** Refeeds one part of the due memos. Returns false if nothing is left. */
export async function refeedDueReferrers(database: ServerDatabase): Promise<boolean> {
  return database.write(async (stores) => {
    const due = await stores.dueReferrers.first();
    if (due === null) return false;
    const { target } = due;
    const touched = new Set<Scope>();
    const found = await stores.memos.referrersAfter(target, due.after, atOnce);
    for (const [id, rows] of await shownToOthers(stores, found)) {
      await refeed(stores, id, rows, touched);
    }
    const last = found.at(-1);
    if (last === undefined) await stores.dueReferrers.remove(target);
    else await stores.dueReferrers.put({ target, after: last });
    stores.afterCommit({ kind: "scopes-moved", scopes: [...touched] });
    return true;
  });
}

/** Returns the feed rows of those memos that other users than their owner see. */
async function shownToOthers(
  stores: ServerWriteStores,
  ids: readonly string[],
): Promise<Map<string, readonly FeedRow[]>> {
  const shown = new Map<string, readonly FeedRow[]>();
  if (ids.length === 0) return shown;
  const rowsById = await stores.feed.scopesOfMany("memo", ids);
  for (const { id, creator } of await stores.memos.heads(ids)) {
    const rows = (rowsById.get(id) ?? []).filter(({ op }) => op === "up");
    const own = userScope(creator);
    if (rows.some(({ scope }) => scope !== own)) shown.set(id, rows);
  }
  return shown;
}

/**
 * Writes the feed rows of a memo again under a new seq. Devices that have applied these rows ignore the
 * answer to an older push, because its seq is lower (R4).
 */
async function refeed(
  stores: ServerWriteStores,
  id: string,
  rows: readonly FeedRow[],
  touched: Set<Scope>,
): Promise<void> {
  const seq = await stores.meta.nextSeq();
  await stores.memos.renumber(id, seq);
  for (const { scope, kind, entity, op } of rows) {
    await stores.feed.put({ scope, kind, entity, seq, op });
    touched.add(scope);
  }
}
