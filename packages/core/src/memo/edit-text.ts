import { applyErrorToApp } from "../access/apply-error.ts";
import { checkContent } from "../access/memo-limits.ts";
import { observeMemo } from "../clock/observe-memo.ts";
import { nextUpdateMs } from "../clock/update-time.ts";
import type { AppError } from "../error/errors.ts";
import { err, type Result } from "../error/result.ts";
import { planNext, planTextEdit } from "../merge/plan-memo.ts";
import type { Caller } from "../model/caller.ts";
import type { MemoRecord } from "../model/memo.ts";
import { toBase64 } from "../text/index.ts";
import { elementOp } from "./change-ops.ts";
import { findWritable } from "./find-writable.ts";
import type { MemoDeps } from "./memo-deps.ts";
import { planLinks } from "./relations.ts";
import { commitPlanned } from "./write-ops.ts";

/** Merges an editor's update into a memo's text. Refuses an update based on text that is unknown here. */
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
      updatedMs: nextUpdateMs(entity.row, deps.clock.nowMs()),
    });
    if (!plan.ok) return err(applyErrorToApp(plan.error));
    const after = plan.value.after?.row.content ?? "";
    const fits = checkContent(after, deps.limits(), entity.row.content);
    if (!fits.ok) return fits;
    const context = { stores, deps, caller };
    const memo = { id: edit.id, elements: entity.elements };
    const links = await planLinks(context, memo, { before: entity.row.content, after });
    let whole = plan.value;
    for (const link of links) {
      const next = planNext(whole, elementOp(edit.id, link));
      if (!next.ok) return err(applyErrorToApp(next.error));
      whole = next.value;
    }
    return commitPlanned(context, whole, { textReason: "edit" });
  }, caller);
}
