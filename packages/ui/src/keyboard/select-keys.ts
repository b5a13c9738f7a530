import type { KeyboardEvent } from "react";
import { focusMemo } from "../focus/focus-memo.ts";
import {
  askOfSelection,
  type BulkKey,
  extendSelected,
  selectAll,
  toggleSelected,
  useSelection,
} from "../state/selection.ts";

/** What these do to the focused memo they do to all that is selected, while something is. */
const bulkKeys: Readonly<Record<string, BulkKey>> = {
  t: "tags",
  v: "visibility",
  p: "pin",
  a: "archive",
  Delete: "trash",
  Escape: "clear",
};

/** The keys that select, and those that then act on what is selected; says whether it was one. */
export function runSelectKey(
  { key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">,
  memoIds: readonly string[],
  id: string,
  isOnArticle: boolean,
): boolean {
  if (key === "x") {
    toggleSelected(id);
    return true;
  }
  if (shiftKey && isOnArticle && (key === "ArrowDown" || key === "ArrowUp")) {
    const next = memoIds[memoIds.indexOf(id) + (key === "ArrowDown" ? 1 : -1)];
    extendSelected(memoIds, id, next ?? id);
    if (next !== undefined) focusMemo(next);
    return true;
  }
  const asked = bulkKeys[key];
  if (asked === undefined || useSelection.getState().ids.size === 0) return false;
  askOfSelection(asked);
  return true;
}

/** With Ctrl, once something is selected: all that is loaded. Before that it is the browser's. */
export function selectAllKey(key: string, memoIds: readonly string[]): boolean {
  if (key !== "a" || useSelection.getState().ids.size === 0) return false;
  selectAll(memoIds);
  return true;
}
