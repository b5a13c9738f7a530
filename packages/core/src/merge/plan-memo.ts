import type { MemoEntity } from "../model/memo.ts";
import { ok, type Result } from "../error/result.ts";
import { type ApplyError, applyMemoOp } from "./apply-memo-op.ts";
import type { MemoOp } from "./memo-op.ts";
import { textHash } from "../text/index.ts";

/**
 * What operations make of a memo, worked out and not yet written: whoever judges or repairs the outcome
 * reads it here, and `commitPlan` writes it. Nothing is merged a second time for any of them.
 */
export interface MemoPlan {
  /** null: the memo is new. */
  readonly before: MemoEntity | null;
  readonly ops: readonly MemoOp[];
  /** null: there was none, or it is purged. With the seq of `before`. */
  readonly after: MemoEntity | null;
  /** False when no operation brought anything new. */
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

/** The same plan with one more operation at its end. */
export function planNext(plan: MemoPlan, op: MemoOp): Result<MemoPlan, ApplyError> {
  const applied = applyMemoOp(plan.after, op);
  if (!applied.ok) return applied;
  const { entity: after, changed } = applied.value;
  return ok({ ...plan, ops: [...plan.ops, op], after, changed: plan.changed || changed });
}

type TextOp = Extract<MemoOp, { kind: "memo.text" }>;

/** Applies an edit of the text as its author made it; its operation names the texts before and after. */
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
