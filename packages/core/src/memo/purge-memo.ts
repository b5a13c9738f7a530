import { applyErrorToApp } from "../access/apply-error.ts";
import { observeMemo } from "../clock/observe-memo.ts";
import { commitMemo } from "../commit/commit-memo.ts";
import type { AppError } from "../error/errors.ts";
import { err, ok, type Result } from "../error/result.ts";
import type { MemoOp } from "../merge/memo-op.ts";
import type { Caller } from "../model/caller.ts";
import { findWritable } from "./find-writable.ts";
import type { MemoDeps } from "./memo-deps.ts";

/** Removes a memo for good, wherever it is. */
export async function purgeMemo(
  deps: MemoDeps,
  caller: Caller,
  id: string,
): Promise<Result<null, AppError>> {
  return deps.database.write(async (stores) => {
    const found = await findWritable(stores, caller, id, true);
    if (!found.ok) return found;
    observeMemo(deps.clock, found.value.entity);
    const op: MemoOp = { kind: "memo.purge", entity: id, stamp: deps.clock.tick() };
    const done = await commitMemo(stores, deps.journal, {
      before: found.value.entity,
      ops: [op],
      caller,
      textReason: "edit",
      atMs: deps.clock.nowMs(),
    });
    return done.ok ? ok(null) : err(applyErrorToApp(done.error));
  }, caller);
}
