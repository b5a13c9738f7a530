import { z } from "zod";
import type { DeviceReadStores, DeviceWriteStores } from "../../../stores/device-database.ts";
import { deviceKinds } from "../kinds/device-kinds.ts";
import { markEraseDue } from "../../../commit/erase-due.ts";
import { userScope, type Scope, scopesIn } from "../../../model/scope.ts";
import { scopeSchema } from "../../../model/scope-schema.ts";
import { isMemoOp } from "../../../merge/sync-op.ts";
import { readProgress, shownBy, writeProgress } from "../deferred/snapshot-progress.ts";
import type { SnapshotRequest, SnapshotResponse, WireChange } from "../../protocol/messages.ts";
import { accountKey, serverEpochKey } from "../../profile/profile-keys.ts";
import { defineMeta } from "../../../stores/meta/define-meta.ts";
import { yesOrNo, number, json } from "../../../stores/meta/meta-form.ts";
import type { UserReference } from "../../../names/names.ts";

/** True if entities in pages are marked; absent while no snapshot runs. */
const markingKey = defineMeta("snapshot_marking", yesOrNo);
/** Highest seq of rows that are evicted if no page included them. */
const sweepKey = defineMeta("snapshot_sweep", number);
/** Answered memos that no page of their scope's snapshot included, with the seq of that snapshot. */
const missedKey = defineMeta(
  "snapshot_missed",
  json(z.record(z.string(), z.object({ scope: scopeSchema(), uptoSeq: z.int() }))),
);

type SnapshotPage = Extract<SnapshotResponse, { type: "page" }>;

/**
 * Returns the request for the next page while a scope is at its beginning (first sync, new epoch, resync), or
 * null. The progress survives a restart.
 */
export async function nextSnapshot(
  stores: DeviceReadStores,
  cursors: Readonly<Record<string, number>>,
  maxBytes: number,
): Promise<SnapshotRequest | null> {
  const scope = scopesIn(cursors).find((each) => cursors[each] === 0);
  const epoch = await stores.meta.get(serverEpochKey);
  if (scope === undefined || epoch === null) return null;
  const { after } = await readProgress(stores, scope);
  return { epoch, scope, after, recentFirst: true, maxBytes };
}

/**
 * Applies one page of a snapshot like a pull and marks its entities. After the last page of the last scope,
 * `sweepLeftOver` is due. Returns the keys of changed entities. Ignores a page that wasn't requested.
 */
export async function applySnapshotPage(
  stores: DeviceWriteStores,
  page: SnapshotPage,
  cursors: Readonly<Record<string, number>>,
  applyChanges: (changes: readonly WireChange[]) => Promise<string[]>,
): Promise<readonly string[]> {
  const progress = await readProgress(stores, page.scope);
  const isAsked = page.after === progress.after && cursors[page.scope] === 0;
  if (!isAsked || page.epoch !== (await stores.meta.get(serverEpochKey))) return [];
  const isAnew = Object.values(cursors).every((seq) => seq === 0);
  // Start marking even if the snapshot of an empty server starts again: this replica may have grown since.
  if (progress.after === null && isAnew && (await stores.meta.get(markingKey)) !== true) {
    await beginMarking(stores);
  }
  // An empty server is asked repeatedly and sends no texts that could be indexed later.
  if (progress.after === null && isAnew && page.changes.length > 0) await stores.lateTexts.begin();
  const touched = await applyChanges(page.changes);
  await markMet(stores, touched);
  const uptoSeq = progress.uptoSeq ?? page.uptoSeq;
  const included = new Set(page.changes.map(({ entity }) => entity));
  const answered = (progress.answered ?? []).filter((id) => !included.has(id));
  if (page.next !== null) {
    await writeProgress(stores, page.scope, { after: page.next, uptoSeq, answered });
    return touched;
  }
  await stores.cursors.set(page.scope, uptoSeq);
  if (answered.length > 0) {
    const { scope } = page;
    const missed = Object.fromEntries(answered.map((id) => [id, { scope, uptoSeq }]));
    await stores.meta.set(missedKey, { ...(await stores.meta.get(missedKey)), ...missed });
  }
  if (page.scope === userScope(await accountOf(stores))) await markUnseen(stores, uptoSeq);
  await writeProgress(stores, page.scope, null);
  const isLast = Object.entries(cursors).every(([scope, seq]) => scope === page.scope || seq > 0);
  if (isLast) await stores.meta.set(sweepKey, uptoSeq);
  return touched;
}

/**
 * After a resync, evicts entities that no page included, unless they are unsent or newer than the snapshot.
 * Call it once a pull is complete: a memo that changed during the snapshot moved past its pages. Evicting it
 * would delete its files and drafts (R13a). Returns whether any were evicted.
 */
export async function sweepLeftOver(stores: DeviceWriteStores): Promise<boolean> {
  const uptoSeq = await stores.meta.get(sweepKey);
  if (uptoSeq === null) return false;
  return evictUnmarked(stores, uptoSeq);
}

/**
 * Evicts memos that answers brought before the snapshot of their scope ended, and that it didn't include (R15d).
 * Like `sweepLeftOver`, needs a complete pull. Returns whether any were evicted.
 */
export async function sweepMissed(stores: DeviceWriteStores): Promise<boolean> {
  const missed = await stores.meta.get(missedKey);
  let isEvicted = false;
  for (const [id, { scope, uptoSeq }] of Object.entries(missed ?? {})) {
    const memo = await stores.memos.find(id);
    // A memo that has moved to another scope meanwhile came with a page of that one.
    if (memo === null || (await shownBy(stores, memo)).some((each) => each !== scope)) continue;
    isEvicted = (await deviceKinds.memo.evictLeftOver(stores, id, uptoSeq)) || isEvicted;
  }
  if (missed !== null) await stores.meta.set(missedKey, null);
  return isEvicted;
}

/** Starts following a scope from its beginning. */
export async function beginScope(stores: DeviceWriteStores, scope: Scope): Promise<void> {
  await stores.cursors.set(scope, 0);
  await writeProgress(stores, scope, null);
}

/**
 * Deletes the snapshot progress of a scope that is no longer followed. If a resync was only waiting for that
 * scope, `sweepLeftOver` is due.
 */
export async function abandonScope(stores: DeviceWriteStores, scope: Scope): Promise<void> {
  await writeProgress(stores, scope, null);
  const cursors = [...(await stores.cursors.all()).values()];
  const isMarking = (await stores.meta.get(markingKey)) !== null;
  const isDone = isMarking && cursors.every((seq) => seq > 0);
  if (!isDone || (await stores.meta.get(sweepKey)) !== null) return;
  await stores.meta.set(sweepKey, Math.min(...cursors));
}

/**
 * Records as evicted the entities with pending operations that the snapshot didn't include. A snapshot lists
 * no evictions, so an older answer in transit would otherwise restore them (R4).
 */
async function markUnseen(stores: DeviceWriteStores, uptoSeq: number): Promise<void> {
  for (const { op } of await stores.outbox.pending(Number.MAX_SAFE_INTEGER)) {
    const base = isMemoOp(op) ? await stores.bases.get(op.entity) : undefined;
    if (base?.entity !== null) continue;
    await stores.evicted.set(
      op.entity,
      Math.max(uptoSeq, (await stores.evicted.get(op.entity)) ?? 0),
    );
  }
}

async function accountOf(stores: Pick<DeviceReadStores, "meta">): Promise<UserReference> {
  const account = await stores.meta.get(accountKey);
  if (account === null) throw new Error("a profile without an account takes no snapshot");
  return account;
}

/**
 * Marks entities that a page included while a snapshot runs, including pages of pulls; they aren't leftovers.
 */
export async function markMet(stores: DeviceWriteStores, keys: readonly string[]): Promise<void> {
  if ((await stores.meta.get(markingKey)) === true) await stores.snapshotMarks.add(keys);
}

/**
 * Discards the progress of snapshots, which is from another database or too old. Deletes deferred rows too;
 * the server sends them again if they still exist (R9a).
 */
export async function restartSnapshots(
  stores: DeviceWriteStores,
  scopes: Iterable<Scope>,
): Promise<void> {
  for (const scope of scopes) await beginScope(stores, scope);
  await endMarking(stores);
  await stores.meta.set(missedKey, null);
  if ((await stores.deferred.all()).length === 0) return;
  await stores.deferred.clear();
  await markEraseDue(stores);
}

/** Starts marking. An empty replica needs no marks, because it has nothing to evict. */
async function beginMarking(stores: DeviceWriteStores): Promise<void> {
  let hasRows = false;
  for (const kind of Object.values(deviceKinds)) {
    hasRows ||= (await kind.unmarked(stores, "", 1)).length > 0;
  }
  await stores.meta.set(markingKey, hasRows);
}

async function endMarking(stores: DeviceWriteStores): Promise<void> {
  await stores.meta.set(markingKey, null);
  await stores.meta.set(sweepKey, null);
  await stores.snapshotMarks.clear();
}

async function evictUnmarked(stores: DeviceWriteStores, uptoSeq: number): Promise<boolean> {
  let isEvicted = false;
  const isMarking = (await stores.meta.get(markingKey)) === true;
  for (const kind of isMarking ? Object.values(deviceKinds) : []) {
    for (let after: string | undefined = ""; after !== undefined;) {
      const ids: string[] = await kind.unmarked(stores, after, 500);
      for (const id of ids) {
        if (await kind.evictLeftOver(stores, id, uptoSeq)) isEvicted = true;
      }
      after = ids.at(-1);
    }
  }
  await endMarking(stores);
  return isEvicted;
}
