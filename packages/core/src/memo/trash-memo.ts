import type { WriteContext } from "../commit/write-context.ts";
import { findReadable, readAccess } from "../access/read-access.ts";
import { observeMemo } from "../clock/observe-memo.ts";
import { entityOf } from "../commit/entity-of.ts";
import { type AppError, notFound } from "../error/errors.ts";
import { err, ok, type Result } from "../error/result.ts";
import type { MemoOp } from "../merge/memo-op.ts";
import { type Caller, isAdministrator } from "../model/caller.ts";
import type { MemoRecord } from "../model/memo.ts";
import { findWritable, denied } from "./find-writable.ts";
import type { MemoDeps } from "./memo-deps.ts";
import { commitOps } from "./write-ops.ts";

type Outcome<T> = Promise<Result<T, AppError>>;

/**
 * Moves a memo to the trash. Allowed for its creator, the owner of the memo it comments on, and
 * administrators.
 */
export async function trashMemo(deps: MemoDeps, caller: Caller, id: string): Outcome<MemoRecord> {
  return deps.database.write(async (stores) => {
    const record = await findReadable(stores.memos, readAccess(caller), id, false);
    if (record === null) return err(notFound());
    const parent = record.parent === null ? null : await stores.memos.find(record.parent);
    const mayTrash =
      record.creator === caller.name || isAdministrator(caller) || parent?.creator === caller.name;
    if (!mayTrash) return err(denied());
    return setDeleted({ stores, deps, caller }, record, deps.clock.nowMs());
  }, caller);
}

/** Restores a memo from the trash with everything it had. */
export async function restoreMemo(deps: MemoDeps, caller: Caller, id: string): Outcome<MemoRecord> {
  return deps.database.write(async (stores) => {
    const found = await findWritable(stores, caller, id, true);
    if (!found.ok) return found;
    return setDeleted({ stores, deps, caller }, found.value.record, null);
  }, caller);
}

/**
 * Trashes or restores a memo as part of a larger transaction. `memo` is the caller's own, as currently
 * stored.
 */
export function trashWithin(
  context: WriteContext<MemoDeps>,
  memo: MemoRecord,
  isTrashed: boolean,
): Outcome<MemoRecord> {
  const { deps } = context;
  return setDeleted(context, memo, isTrashed ? deps.clock.nowMs() : null);
}

async function setDeleted(
  context: WriteContext<MemoDeps>,
  record: MemoRecord,
  deletedMs: number | null,
): Outcome<MemoRecord> {
  const { stores, deps } = context;
  if ((record.deletedMs === null) === (deletedMs === null)) return ok(record);
  const entity = await entityOf(stores, record);
  observeMemo(deps.clock, entity);
  const op: MemoOp = {
    kind: "memo.set",
    entity: record.id,
    stamp: deps.clock.tick(),
    set: { deletedMs },
  };
  return commitOps(context, entity, [op]);
}
