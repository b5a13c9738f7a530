import type { WriteContext } from "../commit/write-context.ts";
import { applyErrorToApp } from "../access/apply-error.ts";
import { observeMemo } from "../clock/observe-memo.ts";
import { commitMemo } from "../commit/commit-memo.ts";
import { entityOf } from "../commit/entity-of.ts";
import type { AppError } from "../error/errors.ts";
import { err, ok, type Result } from "../error/result.ts";
import type { MemoOp } from "../merge/memo-op.ts";
import type { Caller } from "../model/caller.ts";
import type { MemoRecord } from "../model/memo.ts";
import { findWritable } from "./find-writable.ts";
import type { MemoDeps } from "./memo-deps.ts";

/** Purges a memo, even if it isn't in the trash. */
export async function purgeMemo(
  deps: MemoDeps,
  caller: Caller,
  id: string,
): Promise<Result<null, AppError>> {
  return deps.database.write((stores) => purgeIn({ stores, deps, caller }, id), caller);
}

/** Number of memos purged per transaction. Other writes run between transactions. */
const batch = 50;

/**
 * Purges the memos that are in the caller's trash when the call starts. Returns their number. Memos trashed
 * meanwhile stay. If it stops halfway, the rest is unchanged.
 */
export async function emptyTrash(
  deps: MemoDeps,
  caller: Caller,
): Promise<Result<number, AppError>> {
  const atMs = deps.clock.nowMs();
  for (let purged = 0; ;) {
    const done = await deps.database.write<Result<number, AppError>>(async (stores) => {
      const ids = await stores.memos.trashedIds(caller.name, atMs, batch);
      for (const id of ids) {
        const one = await purgeIn({ stores, deps, caller }, id);
        if (!one.ok) return one;
      }
      return ok(ids.length);
    }, caller);
    if (!done.ok) return done;
    purged += done.value;
    if (done.value < batch) return ok(purged);
  }
}

/**
 * Purges a memo as its creator, with the comments on it, in the caller's transaction. Returns what was purged, comments
 * first, because a device's journal doesn't handle comments of a purged memo. Returns nothing for a memo that is missing.
 */
export async function purgeWithComments(
  { stores, deps }: Pick<WriteContext<Pick<MemoDeps, "journal" | "clock">>, "stores" | "deps">,
  id: string,
): Promise<readonly MemoRecord[]> {
  const purged: MemoRecord[] = [];
  for (const each of [...(await stores.memos.descendants(id)).toReversed(), id]) {
    const record = await stores.memos.find(each);
    // A comment may have been purged with its memo.
    if (record === null) continue;
    const { creator: name } = record;
    await commitMemo(stores, deps.journal, {
      before: await entityOf(stores, record),
      ops: [{ kind: "memo.purge", entity: each, stamp: deps.clock.tick() }],
      caller: { name, role: "USER", spaces: [], scope: null, device: "trash" },
      textReason: "edit",
      atMs: deps.clock.nowMs(),
    });
    purged.push(record);
  }
  return purged;
}

async function purgeIn(
  { stores, deps, caller }: WriteContext<MemoDeps>,
  id: string,
): Promise<Result<null, AppError>> {
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
}
