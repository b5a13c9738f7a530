import { applyErrorToApp } from "../access/apply-error.ts";
import { checkContent } from "../access/memo-limits.ts";
import { observeMemo } from "../clock/observe-memo.ts";
import type { AppError } from "../error/errors.ts";
import { err, type Result } from "../error/result.ts";
import type { MemoOp } from "../merge/memo-op.ts";
import type { Caller } from "../model/caller.ts";
import type { MemoRecord } from "../model/memo.ts";
import { applyTextUpdate, textHash, toBase64 } from "../text/index.ts";
import { findWritable } from "./find-writable.ts";
import type { MemoDeps } from "./memo-deps.ts";
import { commitOps } from "./write-ops.ts";

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
    const { content } = entity.row;
    const merged = applyTextUpdate({ memo: edit.id, content, text: entity.text }, edit.update);
    if (!merged.ok) return err(applyErrorToApp(merged.error));
    const fits = checkContent(merged.value.content, deps.limits());
    if (!fits.ok) return fits;
    const op: MemoOp = {
      kind: "memo.text",
      entity: edit.id,
      stamp: deps.clock.tick(),
      gen: edit.gen,
      update: toBase64(edit.update),
      baseSha: textHash(content),
      resultSha: textHash(merged.value.content),
      updatedMs: deps.clock.nowMs(),
    };
    return commitOps(stores, deps, caller, entity, [op], { textReason: "edit" });
  }, caller);
}
