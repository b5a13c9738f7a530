import { memoFieldNames } from "../merge/memo-fields.ts";
import type { MemoRow } from "../model/memo.ts";
import type { MemoChange } from "../stores/journal.ts";

/** Event of a memo as others see it; a memo in the trash counts as deleted. */
export type MemoEvent = "memo.created" | "memo.updated" | "memo.deleted";

/**
 * Returns the event of a change, or null if the memo itself didn't change or was in the trash before and
 * after. Restoring from the trash is an update. Reactions don't count as changes of the memo.
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
