import { deriveMemo } from "../markdown/index.ts";
import type { WriteStores } from "../stores/database.ts";
import { ok, type Result } from "../error/result.ts";
import { type ApplyError, applyMemoOp } from "../merge/apply-memo-op.ts";
import type { Journal, MemoChange } from "../stores/journal.ts";
import type { MemoOp } from "../merge/memo-op.ts";
import type { Caller } from "../model/caller.ts";
import type { MemoDerived, MemoEntity } from "../model/memo.ts";

export interface Commit {
  readonly before: MemoEntity | null;
  readonly ops: readonly MemoOp[];
  readonly caller: Caller;
  readonly textReason: MemoChange["textReason"];
  /** Of a merge: the text that the other side had made, where it is known. */
  readonly otherText?: string | undefined;
  readonly isPushed?: boolean;
  readonly isRecreated?: boolean;
  readonly atMs: number;
}

/**
 * Applies operations to one memo and writes the outcome with everything that follows from it: row,
 * document, indexes, journal. The caller owns the transaction. An operation that cannot be applied
 * leaves nothing behind; operations that change nothing write nothing.
 */
export async function commitMemo(
  stores: WriteStores,
  journal: Journal,
  commit: Commit,
): Promise<Result<MemoEntity | null, ApplyError>> {
  let after = commit.before;
  let changed = false;
  for (const op of commit.ops) {
    const applied = applyMemoOp(after, op);
    if (!applied.ok) return applied;
    after = applied.value.entity;
    changed ||= applied.value.changed;
  }
  if (!changed) return ok(commit.before);
  if (after !== null) {
    const seq = await journal.nextSeq(stores, after.row.seq);
    after = { ...after, row: { ...after.row, seq } };
    await stores.memos.save(after, derivedOf(after));
  }
  await journal.record(stores, { ...commit, after });
  // After the journal has seen what goes with it.
  if (after === null && commit.before !== null) await stores.memos.remove(commit.before.row.id);
  return ok(after);
}

/** What a memo's text says about it; the one place where it is worked out. */
export function derivedOf(entity: MemoEntity): MemoDerived {
  return deriveMemo(entity.row.content);
}
