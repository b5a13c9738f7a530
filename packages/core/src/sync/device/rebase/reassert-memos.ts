import { entityOf } from "../../../commit/entity-of.ts";
import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import type { MemoOp } from "../../../merge/memo-op.ts";
import { removeParked, findParked } from "../deferred/park.ts";
import { clashesWithEdits } from "../deferred/clashing-row.ts";
import { assertedAmong, editsToWhole, reassertOldEdits } from "../../generations/whole-text.ts";
import { assertionOf, unwrittenKey, withTextOf } from "./assertion-of.ts";
import { sendAgain, withoutWholes } from "./held-memos.ts";
import { memoRebase } from "./memo-rebase.ts";
import type { MemoRecord } from "../../../model/memo.ts";
import type { OutboxRow } from "../../../stores/sync-stores.ts";
import type { UserReference } from "../../../names/names.ts";

/**
 * Asserts every memo that the profile's user owns, for a server that may lack it: on connecting, and after a
 * restore of the server (a new epoch). The assertions include pending edits; a pending purge stays. Evicts
 * other users' memos, which the next pull downloads again.
 */
export async function reassertOwn(
  stores: DeviceWriteStores,
  user: UserReference,
  atMs: number,
): Promise<void> {
  for (const id of await stores.memos.idsByOthers(user)) await memoRebase.giveUp(stores, id);
  let after = "";
  for (;;) {
    const ids = await stores.memos.idsByCreator(user, after, 500);
    for (const id of ids) {
      await mergeParked(stores, id);
      await reassert(stores, id, atMs);
    }
    const last = ids.at(-1);
    if (last === undefined) break;
    after = last;
  }
  // The rest is pending purges.
  await memoRebase.leaveEpoch(stores);
}

/**
 * Applies a parked row although edits are pending, before the memo is asserted. If the server was restored,
 * this device may be the only one with that row. The edits become one whole text, merged three ways.
 */
async function mergeParked(stores: DeviceWriteStores, id: string): Promise<void> {
  const parked = await findParked(stores, id);
  if (parked === null) return;
  await removeParked(stores, id);
  const known = (await stores.bases.get(id))?.entity ?? null;
  if (await clashesWithEdits(stores, known, parked.entity)) {
    const base = known ?? assertedAmong(await stores.outbox.pendingOf(id));
    await editsToWhole(stores, base, parked.entity);
  } else {
    await reassertOldEdits(stores, parked.entity);
  }
  await stores.bases.set(id, parked.entity);
  await memoRebase.settle(stores, id);
}

/** Replaces a memo's pending operations with an assertion of the memo as this device shows it. */
export async function reassert(stores: DeviceWriteStores, id: string, atMs: number): Promise<void> {
  const record = await stores.memos.find(id);
  if (record === null) return;
  let hasWholes = false;
  await memoRebase.reassert(stores, id, async (replaced) => {
    const entity = await entityOf(stores, record);
    // A memo that no server ever had is new.
    if (record.seq > 0 || replaced.length > 0) await noteUnwritten(stores, record, replaced);
    // A refused memo stays marked until the answer.
    const error = replaced.find((row) => row.error !== null)?.error ?? null;
    const base = (await stores.bases.get(id))?.entity ?? null;
    const wholes = replaced.filter(isWholeText);
    hasWholes = wholes.length > 0;
    if (base === null || !hasWholes) {
      const own = await withoutWholes(stores, entity, replaced);
      await sendAgain(stores, { atMs, error }, await assertionOf(stores, own), replaced);
    } else {
      const put = await assertionOf(stores, withTextOf(entity, base));
      for (const op of [put, ...wholes.map((whole) => whole.op), ...timesOf(replaced)]) {
        await stores.outbox.append(op, atMs, "pending", error);
      }
    }
    const unknown = unknownFieldsOf(replaced.map((row) => row.op));
    if (unknown !== null) await stores.outbox.append(unknown, atMs);
  });
  // The view had one reading of a whole text. Changes of fields after an edit made the server's count as newer; without
  // them the edit's may be shown, or as an edit both.
  if (hasWholes) await memoRebase.show(stores, id);
}

/** Returns true for a whole text, which the server merges with its own from their base. */
function isWholeText({ op }: OutboxRow<MemoOp>): boolean {
  return op.kind === "memo.text" && op.whole !== undefined;
}

/**
 * Returns the times of changes of fields. An assertion with a whole text behind it can't have them: it says when the
 * server's text was written.
 */
function timesOf(replaced: readonly OutboxRow<MemoOp>[]): MemoOp[] {
  return replaced.flatMap(({ op }) => {
    const updatedMs = op.kind === "memo.set" ? op.set.updatedMs : undefined;
    if (op.kind !== "memo.set" || updatedMs === undefined) return [];
    return [{ kind: op.kind, entity: op.entity, stamp: op.stamp, set: { updatedMs } }];
  });
}

/** Notes whether an assertion that replaces the given operations has nothing new that was written here. */
async function noteUnwritten(
  stores: DeviceWriteStores,
  { id, seq }: MemoRecord,
  replaced: readonly OutboxRow[],
): Promise<void> {
  const was = (await stores.memoNotes.among(unwrittenKey, [id])).size > 0;
  const is =
    (seq > 0 || was) &&
    replaced.every(({ op }) => op.kind !== "memo.text" && (op.kind !== "memo.put" || was));
  if (is !== was) await stores.memoNotes.set(unwrittenKey, id, is ? true : null);
}

/**
 * Combines the fields that this version doesn't know (R9) into one operation, or null if there are none. They
 * have no stamps, so an asserted memo doesn't override them on the server. Pending ones are sent again after
 * the assertion.
 */
function unknownFieldsOf(ops: readonly MemoOp[]): MemoOp | null {
  const said = ops.filter((op) => op.kind === "memo.set" && op.extra !== undefined);
  const last = said.at(-1);
  if (last === undefined) return null;
  const extra = Object.assign({}, ...said.map((op) => ("extra" in op ? op.extra : {})));
  return { kind: "memo.set", entity: last.entity, stamp: last.stamp, set: {}, extra };
}
