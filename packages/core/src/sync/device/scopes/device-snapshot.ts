import { z } from "zod";
import type { DeviceReadStores, DeviceWriteStores } from "../../../stores/device-database.ts";
import { deviceKinds } from "../kinds/device-kinds.ts";
import { markEraseDue } from "../../../commit/erase-due.ts";
import { userScope, type Scope, scopesIn } from "../../../model/scope.ts";
import { isMemoOp } from "../../../merge/sync-op.ts";
import type { SnapshotRequest, SnapshotResponse, WireChange } from "../../protocol/messages.ts";
import { accountKey, serverEpochKey } from "../../profile/profile-keys.ts";
import { defineMeta, defineMetaFamily } from "../../../stores/meta/define-meta.ts";
import { yesOrNo, number, json } from "../../../stores/meta/meta-form.ts";
import type { UserReference } from "../../../names/names.ts";

const progressSchema = z.object({
  /** null: before the first page. */
  after: z.int().nullable(),
  /** Where pulls go on once it is done; named by the first page. */
  uptoSeq: z.int().nullable(),
});
type Progress = z.infer<typeof progressSchema>;

/** Whether what pages meet is marked; absent while no snapshot runs. */
const markingKey = defineMeta("snapshot_marking", yesOrNo);
/** Which rows are left over if no page met them: those up to this seq. */
const sweepKey = defineMeta("snapshot_sweep", number);
/** By scope. */
const progressKeys = defineMetaFamily("snapshot:", json(progressSchema));

type SnapshotPage = Extract<SnapshotResponse, { type: "page" }>;

/**
 * The next page to ask for while a scope is at its beginning (first sync, new epoch, resync), or
 * null. Where it had got to survives a restart.
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
 * Takes one page of a snapshot: its rows as a pull would, and marks what it met. After the last page
 * of the last scope `sweepLeftOver` is due. Returns the keys of what changed. A page that is not the
 * one asked for is dropped.
 */
export async function takeSnapshotPage(
  stores: DeviceWriteStores,
  page: SnapshotPage,
  cursors: Readonly<Record<string, number>>,
  takeChanges: (changes: readonly WireChange[]) => Promise<string[]>,
): Promise<readonly string[]> {
  const progress = await readProgress(stores, page.scope);
  const isAsked = page.after === progress.after && cursors[page.scope] === 0;
  if (!isAsked || page.epoch !== (await stores.meta.get(serverEpochKey))) return [];
  const isAnew = Object.values(cursors).every((seq) => seq === 0);
  // Asked again when the snapshot of an empty server begins anew: this replica may have grown since.
  if (progress.after === null && isAnew && (await stores.meta.get(markingKey)) !== true) {
    await beginMarking(stores);
  }
  // An empty server is asked again and again, and brings nothing that could wait.
  if (progress.after === null && isAnew && page.changes.length > 0) await stores.lateTexts.begin();
  const touched = await takeChanges(page.changes);
  await markMet(stores, touched);
  const uptoSeq = progress.uptoSeq ?? page.uptoSeq;
  if (page.next !== null) {
    await writeProgress(stores, page.scope, { after: page.next, uptoSeq });
    return touched;
  }
  await stores.cursors.set(page.scope, uptoSeq);
  if (page.scope === userScope(await accountOf(stores))) await markUnseen(stores, uptoSeq);
  await writeProgress(stores, page.scope, null);
  const isLast = Object.entries(cursors).every(([scope, seq]) => scope === page.scope || seq > 0);
  if (isLast) await stores.meta.set(sweepKey, uptoSeq);
  return touched;
}

/**
 * After a resync, what no page met goes, unless it waits to be sent or is newer than the snapshot.
 * To be called once a pull has brought everything: a memo that changed while the snapshot ran moved
 * past its pages, and had it been taken for gone, files and drafts of it would have gone along
 * (R13). Returns whether anything went.
 */
export async function sweepLeftOver(stores: DeviceWriteStores): Promise<boolean> {
  const uptoSeq = await stores.meta.get(sweepKey);
  if (uptoSeq === null) return false;
  return evictUnmarked(stores, uptoSeq);
}

/** From now on the scope is followed, from its beginning. */
export async function beginScope(stores: DeviceWriteStores, scope: Scope): Promise<void> {
  await stores.cursors.set(scope, 0);
  await writeProgress(stores, scope, null);
}

/**
 * Forgets how far the snapshot of a scope had got that is followed no more. If it was the last one
 * that a resync waited for, `sweepLeftOver` is due.
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
 * A snapshot names no evictions. What waits here and it did not name is not the user's to see as of
 * its beginning: an older answer that is still on its way does not bring it back (R4).
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

/** Notes what a page brought while a snapshot runs, a pull's too: it is not left over. */
export async function markMet(stores: DeviceWriteStores, keys: readonly string[]): Promise<void> {
  if ((await stores.meta.get(markingKey)) === true) await stores.snapshotMarks.add(keys);
}

/**
 * Forgets how far snapshots had got: what they would bring is another database's, or too old. So is
 * what was deferred, and what of it is still there comes again (R9).
 */
export async function restartSnapshots(
  stores: DeviceWriteStores,
  scopes: Iterable<Scope>,
): Promise<void> {
  for (const scope of scopes) await beginScope(stores, scope);
  await endMarking(stores);
  if ((await stores.deferred.all()).length === 0) return;
  await stores.deferred.clear();
  await markEraseDue(stores);
}

/** An empty replica has nothing that could be left over. */
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

async function readProgress(
  stores: Pick<DeviceReadStores, "meta">,
  scope: Scope,
): Promise<Progress> {
  return (await stores.meta.get(progressKeys.at(scope))) ?? { after: null, uptoSeq: null };
}

async function writeProgress(
  stores: DeviceWriteStores,
  scope: Scope,
  progress: Progress | null,
): Promise<void> {
  await stores.meta.set(progressKeys.at(scope), progress);
}
