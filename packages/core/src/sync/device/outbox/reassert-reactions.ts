import { z } from "zod";
import type { MemoElement } from "../../../model/memo.ts";
import { isReactionOf } from "../../../memo/reactions.ts";
import { entityOf } from "../../../commit/entity-of.ts";
import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import { enqueueOp } from "./held-operations.ts";
import { memoElementSchema } from "../../../merge/memo-op.ts";
import { memoRebase } from "../rebase/memo-rebase.ts";
import { defineMeta } from "../../../stores/meta/define-meta.ts";
import { json } from "../../../stores/meta/meta-form.ts";

/** The user's reactions to others' memos that are not back yet, by memo. */
const waitingKey = defineMeta(
  "reactions_to_restate",
  json(z.record(z.string(), z.array(memoElementSchema))),
);

/**
 * Keeps what the user said to somebody else's memo, reactions that were taken back included, before
 * the memo is dropped with the epoch that was left: nobody else states it, and the memo itself may
 * come back late. What still waited of them is part of it.
 */
export async function keepReactions(
  stores: DeviceWriteStores,
  user: string,
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
}

/**
 * States the kept reactions again to the memos that have come back, as far as the server lacks them.
 * Returns the memos that it changed.
 */
export async function reassertReactions(
  stores: DeviceWriteStores,
  atMs: number,
): Promise<string[]> {
  const waiting = new Map(Object.entries(await readWaiting(stores)));
  const before = waiting.size;
  const touched: string[] = [];
  for (const [memo, reactions] of [...waiting]) {
    const record = await stores.memos.find(memo);
    if (record === null) continue;
    waiting.delete(memo);
    const entity = await entityOf(stores, record);
    const lacking = reactions.filter((each) => !isKnown(entity.elements, each));
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
