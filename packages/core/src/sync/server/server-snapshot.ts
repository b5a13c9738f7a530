import type { Caller } from "../../model/caller.ts";
import type { ServerReadStores } from "../../stores/server-database.ts";
import {
  maxAnswerBytes,
  pullLimit,
  type SnapshotRequest,
  type SnapshotResponse,
  type WireChange,
} from "../protocol/messages.ts";
import { userScope, type Scope } from "../../model/scope.ts";
import { loadPage, pageParts, sent } from "./kinds/server-kinds.ts";

/** Number of memos sent first, enough for the first screens of a list. */
const recentMemos = 200;

/**
 * Returns one page of a scope's content, most recent changes first. With `recentFirst`, the first page of a
 * user's own scope has their newest memos, which later pages repeat in order. Later changes get a higher seq
 * than `uptoSeq` and are sent by the pulls that follow.
 */
export async function snapshotPage(
  stores: ServerReadStores,
  caller: Caller,
  request: SnapshotRequest,
  answer: { readonly epoch: string; readonly serverTimeMs: number },
): Promise<SnapshotResponse> {
  const { scope, after } = request;
  const maxBytes = Math.min(request.maxBytes, maxAnswerBytes);
  const uptoSeq = await stores.meta.headSeq();
  const page = { type: "page", ...answer, scope, after, uptoSeq } as const;
  if (after === null && request.recentFirst && scope === userScope(caller.name)) {
    const changes = await recentChanges(stores, caller, scope, maxBytes);
    return { ...page, changes, next: uptoSeq + 1 };
  }
  const belowSeq = after ?? uptoSeq + 1;
  const rows = await stores.feed.pageDown(scope, belowSeq, pullLimit);
  const changes: WireChange[] = [];
  // Omit rows that only another scope shows; they are sent with that scope.
  const reader = { caller, follows: new Set([scope]) };
  let bytes = 0;
  let reached = belowSeq;
  for (const part of await pageParts(stores, caller, rows)) {
    if (bytes >= maxBytes) return { ...page, changes, next: reached };
    const loaded = await loadPage(stores, reader, part);
    for (const row of part) {
      if (bytes >= maxBytes) return { ...page, changes, next: reached };
      const shown = loaded.rowOf(row);
      // Omit rows that are still in the feed but no longer readable: the device evicts them as unmarked.
      if (shown !== undefined) changes.push({ ...row, ...sent(shown) });
      bytes += loaded.bytesOf(row);
      reached = row.seq;
    }
  }
  return { ...page, changes, next: rows.length < pullLimit ? null : reached };
}

/** Returns as many of the newest memos as fit; the others are sent in order. */
async function recentChanges(
  stores: ServerReadStores,
  caller: Caller,
  scope: Scope,
  maxBytes: number,
): Promise<WireChange[]> {
  const ids = await stores.memos.newestIds(caller.name, recentMemos);
  const entries = ids.map((entity) => ({ kind: "memo", entity }));
  const reader = { caller, follows: new Set([scope]) };
  const changes: WireChange[] = [];
  let bytes = 0;
  for (const part of await pageParts(stores, caller, entries)) {
    if (bytes >= maxBytes) break;
    const loaded = await loadPage(stores, reader, part);
    for (const entry of part) {
      const memo = loaded.rowOf(entry);
      if (memo === undefined || bytes >= maxBytes) continue;
      changes.push({ scope, ...entry, seq: memo.seq, op: "up", ...sent(memo) });
      bytes += memo.bytes;
    }
  }
  return changes;
}
