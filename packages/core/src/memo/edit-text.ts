import { applyErrorToApp } from "../access/apply-error.ts";
import { checkContent } from "../access/memo-limits.ts";
import { observeMemo } from "../clock/observe-memo.ts";
import type { AppError } from "../error/errors.ts";
import { err, type Result } from "../error/result.ts";
import { planTextEdit } from "../merge/plan-memo.ts";
import type { Caller } from "../model/caller.ts";
import type { MemoRecord } from "../model/memo.ts";
import { toBase64 } from "../text/index.ts";
import { findWritable } from "./find-writable.ts";
import type { MemoDeps } from "./memo-deps.ts";
import { commitPlanned } from "./write-ops.ts";

/** Merges an editor's update into a memo's text. Refused when it builds on text that is not here. */
export async function editMemoText(
  deps: MemoDeps,
  caller: Caller,
  edit: { readonly id: string; readonly gen: number; readonly update: Uint8Array },
): Promise<Result<MemoRecord, AppError>> {
  return deps.database.write(async (stores) => {
    const found = await findWritable(stores, caller, edit.id, true);
    if (!found.ok) return found;
    const { entity } = found.value;
    observeMemo(deps.clock, entity);
    const plan = planTextEdit(entity, {
      kind: "memo.text",
      entity: edit.id,
      stamp: deps.clock.tick(),
      gen: edit.gen,
      update: toBase64(edit.update),
      updatedMs: deps.clock.nowMs(),
    });
    if (!plan.ok) return err(applyErrorToApp(plan.error));
    const fits = checkContent(plan.value.after?.row.content ?? "", deps.limits());
    if (!fits.ok) return fits;
    return commitPlanned(stores, deps, caller, plan.value, { textReason: "edit" });
  }, caller);
}
