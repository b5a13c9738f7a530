import type { WriteContext } from "../commit/write-context.ts";
import { applyErrorToApp } from "../access/apply-error.ts";
import { applyAttachmentSet, type AttachmentSetChange } from "../attachment/attachment-set.ts";
import { commitAndRead, type CommitNote } from "../commit/commit-memo.ts";
import { touchMemo } from "../commit/touch-memo.ts";
import type { AppError } from "../error/errors.ts";
import { err, ok, type Result } from "../error/result.ts";
import type { MemoOp } from "../merge/memo-op.ts";
import { type MemoPlan, planMemo } from "../merge/plan-memo.ts";
import type { MemoEntity, MemoRecord } from "../model/memo.ts";
import type { MemoDeps } from "./memo-deps.ts";

type Reason = Pick<
  CommitNote,
  "textReason" | "otherText" | "choices" | "isRecreated" | "isFreshId"
>;

/** Commits operations on a memo and returns the resulting memo. */
export async function commitOps(
  context: WriteContext<MemoDeps>,
  before: MemoEntity | null,
  ops: readonly MemoOp[],
  why: Reason = { textReason: "overwrite" },
): Promise<Result<MemoRecord, AppError>> {
  const plan = planMemo(before, ops);
  if (!plan.ok) return err(applyErrorToApp(plan.error));
  return commitPlanned(context, plan.value, why);
}

/** Commits a plan and returns the resulting memo. */
export async function commitPlanned(
  { stores, deps, caller }: WriteContext<MemoDeps>,
  plan: MemoPlan,
  why: Reason,
): Promise<Result<MemoRecord, AppError>> {
  const note = { caller, ...why, atMs: deps.clock.nowMs() };
  const record = await commitAndRead(stores, deps.journal, plan, note);
  if (record === null) throw new Error("a memo that was just written is not there");
  return ok(record);
}

/** Writes attachments of a memo. They are separate entities, so no field of the memo changes. */
export async function writeAttachmentSet(
  context: WriteContext<MemoDeps>,
  change: AttachmentSetChange,
): Promise<void> {
  await applyAttachmentSet(context, change);
  for (const memo of change.takenFrom) await touchMemo(context, memo);
}
