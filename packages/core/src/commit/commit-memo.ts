import { deriveMemo } from "../markdown/index.ts";
import type { WriteStores } from "../stores/database.ts";
import { ok, type Result } from "../error/result.ts";
import type { ApplyError } from "../merge/apply-memo-op.ts";
import { type MemoPlan, planMemo } from "../merge/plan-memo.ts";
import type { Journal, MemoChange } from "../stores/journal.ts";
import type { MemoOp } from "../merge/memo-op.ts";
import type { MemoDerived, MemoEntity, MemoRecord } from "../model/memo.ts";
import { takeDerived } from "./derived-ahead.ts";

/** Caller and time of a change, and its meaning for the history of the text. */
export type CommitNote = Pick<
  MemoChange,
  | "caller"
  | "textReason"
  | "otherText"
  | "choices"
  | "isPushed"
  | "isRecreated"
  | "isFreshId"
  | "atMs"
>;

export interface Commit extends CommitNote {
  readonly before: MemoEntity | null;
  readonly ops: readonly MemoOp[];
}

/**
 * Applies operations to one memo and writes the result, for changes that need no further check of the result.
 * Writes nothing if an operation can't be applied.
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
 * Writes the result of a plan: row, document, indexes, journal. The caller owns the transaction. Writes
 * nothing if the plan has no effect.
 */
export async function commitPlan(
  stores: WriteStores,
  journal: Journal,
  plan: MemoPlan,
  note: CommitNote,
): Promise<MemoEntity | null> {
  return plan.changed ? (await writePlan(stores, journal, plan, note)).after : plan.before;
}

/** Writes the result of a plan and returns the stored memo; null if there is none. */
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
  // After the journal, which reads the data that is deleted with the memo.
  if (after === null && before !== null) await stores.memos.remove(before.row.id);
  return { after, record };
}

/** Returns the data derived from a memo's text. All derived data comes from here. */
export function derivedOf(entity: MemoEntity): MemoDerived {
  const { content } = entity.row;
  return takeDerived(content) ?? deriveMemo(content);
}
