import { deriveMemo } from "../markdown/index.ts";
import type { WriteStores } from "../stores/database.ts";
import { ok, type Result } from "../error/result.ts";
import type { ApplyError } from "../merge/apply-memo-op.ts";
import { type MemoPlan, planMemo } from "../merge/plan-memo.ts";
import type { Journal, MemoChange } from "../stores/journal.ts";
import type { MemoOp } from "../merge/memo-op.ts";
import type { MemoDerived, MemoEntity, MemoRecord } from "../model/memo.ts";
import { takeDerived } from "./derived-ahead.ts";

/** Who makes a change, when, and what it is to the history of the text. */
export type CommitNote = Pick<
  MemoChange,
  "caller" | "textReason" | "otherText" | "isPushed" | "isRecreated" | "isFreshId" | "atMs"
>;

export interface Commit extends CommitNote {
  readonly before: MemoEntity | null;
  readonly ops: readonly MemoOp[];
}

/**
 * Applies operations to one memo and writes the outcome, where nothing but the operations decides
 * whether it is written. One that cannot be applied leaves nothing behind.
 */
export async function commitMemo(
  stores: WriteStores,
  journal: Journal,
  { before, ops, ...note }: Commit,
): Promise<Result<MemoEntity | null, ApplyError>> {
  const plan = planMemo(before, ops);
  return plan.ok ? ok(await commitPlan(stores, journal, plan.value, note)) : plan;
}

/**
 * Writes what operations come to with everything that follows from it: row, document, indexes,
 * journal. The caller owns the transaction. A plan that changes nothing writes nothing.
 */
export async function commitPlan(
  stores: WriteStores,
  journal: Journal,
  plan: MemoPlan,
  note: CommitNote,
): Promise<MemoEntity | null> {
  return plan.changed ? (await writePlan(stores, journal, plan, note)).after : plan.before;
}

/** The same, and gives the memo as it is read from then on; null where it is none. */
export async function commitAndRead(
  stores: WriteStores,
  journal: Journal,
  plan: MemoPlan,
  note: CommitNote,
): Promise<MemoRecord | null> {
  if (plan.changed) return (await writePlan(stores, journal, plan, note)).record;
  return plan.before === null ? null : stores.memos.find(plan.before.row.id);
}

async function writePlan(
  stores: WriteStores,
  journal: Journal,
  { before, ops, after: planned }: MemoPlan,
  note: CommitNote,
): Promise<{ after: MemoEntity | null; record: MemoRecord | null }> {
  let after = planned;
  let record: MemoRecord | null = null;
  if (after !== null) {
    const seq = await journal.nextSeq(stores, after.row.seq);
    after = { ...after, row: { ...after.row, seq } };
    record = await stores.memos.save(after, derivedOf(after), note.isFreshId);
  }
  await journal.record(stores, { ...note, before, ops, after });
  // After the journal has seen what goes with it.
  if (after === null && before !== null) await stores.memos.remove(before.row.id);
  return { after, record };
}

/** What a memo's text says about it; the one place where it is worked out. */
export function derivedOf(entity: MemoEntity): MemoDerived {
  const { content } = entity.row;
  return takeDerived(content) ?? deriveMemo(content);
}
