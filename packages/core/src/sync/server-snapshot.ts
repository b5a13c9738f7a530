import type { Caller } from "../memo/access.ts";
import type { ReadStores } from "../ports.ts";
import {
  pullLimit,
  type SnapshotRequest,
  type SnapshotResponse,
  type WireChange,
} from "./protocol.ts";
import { userScope } from "./scopes.ts";
import { loadPage, sent } from "./server-kinds.ts";

/** What fills the first screens of a list, sent before everything else. */
const recentMemos = 200;

/**
 * One page of what is in a scope, newest change first. The first page of a user's own scope is their
 * newest memos when `recentFirst` asks for it; those come again where they belong. What changes in
 * the meantime gets a higher seq than `uptoSeq`, and comes with the pulls after it.
 */
export async function snapshotPage(
  stores: ReadStores,
  caller: Caller,
  request: SnapshotRequest,
  answer: { readonly epoch: string; readonly serverTimeMs: number },
): Promise<SnapshotResponse> {
  const { scope, after } = request;
  const uptoSeq = await stores.meta.headSeq();
  const page = { type: "page", ...answer, scope, after, uptoSeq } as const;
  if (after === null && request.recentFirst && scope === userScope(caller.name)) {
    return { ...page, changes: await recentChanges(stores, caller, scope), next: uptoSeq + 1 };
  }
  const belowSeq = after ?? uptoSeq + 1;
  const rows = await stores.feed.pageDown(scope, belowSeq, pullLimit);
  const changes: WireChange[] = [];
  // What only another scope shows comes with that one.
  const reader = { caller, follows: new Set([scope]) };
  const loaded = await loadPage(stores, reader, rows);
  let bytes = 0;
  let next: number | null = rows.length < pullLimit ? null : belowSeq;
  for (const [index, row] of rows.entries()) {
    if (bytes >= request.maxBytes) {
      next = rows[index - 1]?.seq ?? belowSeq;
      break;
    }
    const shown = loaded.rowOf(row);
    // What the feed still names and nobody may read any more is left out: it goes unmarked.
    if (shown !== undefined) changes.push({ ...row, ...sent(shown) });
    bytes += loaded.bytesOf(row);
    if (next !== null) next = row.seq;
  }
  return { ...page, changes, next };
}

async function recentChanges(
  stores: ReadStores,
  caller: Caller,
  scope: string,
): Promise<WireChange[]> {
  const ids = await stores.memos.newestIds(caller.name, recentMemos);
  const entries = ids.map((entity) => ({ kind: "memo", entity }));
  const loaded = await loadPage(stores, { caller, follows: new Set([scope]) }, entries);
  return entries.flatMap((entry) => {
    const memo = loaded.rowOf(entry);
    if (memo === undefined) return [];
    return [{ scope, ...entry, seq: memo.seq, op: "up" as const, ...sent(memo) }];
  });
}
