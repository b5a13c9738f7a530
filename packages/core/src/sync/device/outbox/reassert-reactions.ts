import { z } from "zod";
import type { MemoElement } from "../../../model/memo.ts";
import { isReactionOf } from "../../../memo/reactions.ts";
import { entityOf } from "../../../commit/entity-of.ts";
import type { OpCode } from "../../../merge/op-code.ts";
import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import type { OutboxRow } from "../../../stores/sync-stores.ts";
import { enqueueOp } from "./held-operations.ts";
import { memoElementSchema } from "../../../merge/memo-op.ts";
import { memoRebase } from "../rebase/memo-rebase.ts";
import { defineMeta } from "../../../stores/meta/define-meta.ts";
import { json } from "../../../stores/meta/meta-form.ts";
import type { UserReference } from "../../../names/names.ts";

/** The user's reactions to other users' memos that are not yet restored, by memo. */
const waitingKey = defineMeta(
  "reactions_to_restate",
  json(z.record(z.string(), z.array(memoElementSchema))),
);

/**
 * Ids of memos that aren't stored and that the server doesn't have for this user. Their pending reactions
 * wait until the memos return.
 */
const missingKey = defineMeta("reactions_of_missing", json(z.array(z.string())));

/**
 * Saves the user's reactions to another user's memo, removed ones included, before the memo is evicted on an
 * epoch change. No other device reasserts them, and the memo may return late. Removes their pending
 * operations from the outbox, because the saved reactions include these.
 */
export async function keepReactions(
  stores: DeviceWriteStores,
  user: UserReference,
  memo: string,
): Promise<void> {
  const record = await stores.memos.find(memo);
  if (record === null) return;
  for (const { n, op } of await stores.outbox.pendingOf(memo)) {
    if (op.kind === "memo.element" && isReactionOf(user, op)) await stores.outbox.remove([n]);
  }
  const { elements } = await entityOf(stores, record);
  const own = elements.filter((element) => isReactionOf(user, element));
  if (own.length === 0) return;
  await writeWaiting(stores, { ...(await readWaiting(stores)), [memo]: own });
  // The new epoch's server may have the memo.
  await clearMissing(stores, memo);
}

/**
 * Handles the refusal of a reaction to a memo that isn't stored. If the server lacks the memo, the reaction
 * is saved until the memo returns, because its owner may not have reasserted it yet. Otherwise the reaction
 * is dropped. Returns false for other operations.
 */
export async function applyReactionRefusal(
  stores: DeviceWriteStores,
  user: UserReference,
  { n, op }: Pick<OutboxRow, "n" | "op">,
  code: OpCode,
): Promise<boolean> {
  if (op.kind !== "memo.element" || !isReactionOf(user, op)) return false;
  const { entity: memo, set, key, value, stamp } = op;
  if ((await stores.memos.find(memo)) !== null) return false;
  await stores.outbox.remove([n]);
  if (code !== "missing") return true;
  const waiting = await readWaiting(stores);
  const others = (waiting[memo] ?? []).filter((each) => each.set !== set || each.key !== key);
  await writeWaiting(stores, { ...waiting, [memo]: [...others, { set, key, value, stamp }] });
  const missing = (await stores.meta.get(missingKey)) ?? [];
  await stores.meta.set(missingKey, [...missing.filter((id) => id !== memo), memo]);
  return true;
}

async function clearMissing({ meta }: DeviceWriteStores, memo: string): Promise<void> {
  const missing = (await meta.get(missingKey)) ?? [];
  if (!missing.includes(memo)) return;
  const left = missing.filter((id) => id !== memo);
  await meta.set(missingKey, left.length === 0 ? null : left);
}

/**
 * Reasserts the saved reactions that the server lacks, once a pull is complete. A memo that isn't stored by
 * then may exist on the server without any followed scope showing it. Returns the ids of the changed memos.
 */
export async function reassertReactions(
  stores: DeviceWriteStores,
  atMs: number,
): Promise<string[]> {
  const waiting = new Map(Object.entries(await readWaiting(stores)));
  const missing = new Set(await stores.meta.get(missingKey));
  const before = waiting.size;
  const touched: string[] = [];
  for (const [memo, reactions] of [...waiting]) {
    const record = await stores.memos.find(memo);
    if (record === null && missing.has(memo)) continue;
    waiting.delete(memo);
    await clearMissing(stores, memo);
    const entity = record === null ? null : await entityOf(stores, record);
    const lacking = reactions.filter((each) => !isKnown(entity?.elements ?? [], each));
    if (lacking.length === 0) continue;
    await memoRebase.keepBase(stores, memo, entity);
    for (const element of lacking) {
      await enqueueOp(stores, { kind: "memo.element", entity: memo, ...element }, atMs);
    }
    await memoRebase.show(stores, memo);
    touched.push(memo);
  }
  if (waiting.size < before) await writeWaiting(stores, Object.fromEntries(waiting));
  return touched;
}

function isKnown(elements: readonly MemoElement[], { set, key, stamp }: MemoElement): boolean {
  return elements.some((each) => each.set === set && each.key === key && each.stamp >= stamp);
}

async function readWaiting({
  meta,
}: Pick<DeviceWriteStores, "meta">): Promise<Readonly<Record<string, readonly MemoElement[]>>> {
  return (await meta.get(waitingKey)) ?? {};
}

function writeWaiting(
  { meta }: DeviceWriteStores,
  waiting: Readonly<Record<string, readonly MemoElement[]>>,
): Promise<void> {
  const isNone = Object.keys(waiting).length === 0;
  return meta.set(waitingKey, isNone ? null : waiting);
}
