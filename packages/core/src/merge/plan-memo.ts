import type { MemoEntity } from "../model/memo.ts";
import { ok, type Result } from "../error/result.ts";
import { type ApplyError, applyMemoOp } from "./apply-memo-op.ts";
import type { MemoOp } from "./memo-op.ts";
import { textHash } from "../text/index.ts";

/**
 * Result of operations on a memo, computed but not yet written. Callers check or repair the result here, and
 * `commitPlan` writes it without merging again.
 */
export interface MemoPlan {
  /** null for a new memo. */
  readonly before: MemoEntity | null;
  readonly ops: readonly MemoOp[];
  /** null if there was no memo or it is purged. Has the seq of `before`. */
  readonly after: MemoEntity | null;
  /** False if no operation had an effect. */
  readonly changed: boolean;
}

/** Applies operations in order, all of them or none. */
export function planMemo(
  before: MemoEntity | null,
  ops: readonly MemoOp[],
): Result<MemoPlan, ApplyError> {
  let plan: MemoPlan = { before, ops: [], after: before, changed: false };
  for (const op of ops) {
    const next = planNext(plan, op);
    if (!next.ok) return next;
    plan = next.value;
  }
  return ok(plan);
}

/** Returns the plan with one more operation at its end. */
export function planNext(plan: MemoPlan, op: MemoOp): Result<MemoPlan, ApplyError> {
  const applied = applyMemoOp(plan.after, op);
  if (!applied.ok) return applied;
  const { entity: after, changed } = applied.value;
  return ok({ ...plan, ops: [...plan.ops, op], after, changed: plan.changed || changed });
}

type TextOp = Extract<MemoOp, { kind: "memo.text" }>;

/** Plans an edit of the text. Its operation contains the hashes of the text before and after. */
export function planTextEdit(
  before: MemoEntity,
  edit: Omit<TextOp, "baseSha" | "resultSha" | "whole">,
): Result<MemoPlan, ApplyError> {
  const baseSha = textHash(before.row.content);
  const plan = planMemo(before, [{ ...edit, baseSha, resultSha: baseSha }]);
  if (!plan.ok) return plan;
  const resultSha = textHash(plan.value.after?.row.content ?? "");
  return ok({ ...plan.value, ops: [{ ...edit, baseSha, resultSha }] });
}
