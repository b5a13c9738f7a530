import { memoFieldNames } from "../merge/memo-fields.ts";
import type { MemoRow } from "../model/memo.ts";
import type { MemoChange } from "../stores/journal.ts";

/** What happened to a memo, as others see it: a memo in the trash is not there. */
export type MemoEvent = "memo.created" | "memo.updated" | "memo.deleted";

/**
 * The event of a change; null when nothing of the memo itself changed, or it was in the trash all
 * the while. Coming back from the trash is an update. Reactions are no change of the memo.
 */
export function memoEventOf(
  change: Pick<MemoChange, "before" | "after" | "ops" | "isRecreated">,
): MemoEvent | null {
  const before = change.before?.row ?? null;
  const after = change.after?.row ?? null;
  const wasThere = before !== null && before.deletedMs === null;
  const isThere = after !== null && after.deletedMs === null;
  if (!isThere) return wasThere ? "memo.deleted" : null;
  if (before === null || change.isRecreated === true) return "memo.created";
  const linksMoved = change.ops.some((op) => op.kind === "memo.element" && op.set === "relation");
  return linksMoved || differs(before, after) ? "memo.updated" : null;
}

function differs(before: MemoRow, after: MemoRow): boolean {
  return (
    before.content !== after.content ||
    memoFieldNames.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  );
}
