import { create } from "zustand";

/** Selected memos of a list. */
export interface Selection {
  /** Key of the list. */
  readonly list: string;
  /** Ids of the list's loaded memos. */
  readonly listed: readonly string[];
  readonly ids: ReadonlySet<string>;
  /** Memo from which Shift extends the selection. */
  readonly anchorId: string | null;
  /** Memos selected before extending began; they stay selected. */
  readonly base: ReadonlySet<string>;
  /** Command requested by a key, for the selection bar to run once it is mounted. */
  readonly asked: BulkCommand | null;
  /** Open popup of the selection bar. */
  readonly part: SelectionPart | null;
}

/** Command on all selected memos. */
export type BulkCommand = "tags" | "visibility" | "pin" | "archive" | "trash" | "unselect";

/** Popups of the selection bar. */
export type SelectionPart = "tags" | "visibility";

const none: ReadonlySet<string> = new Set();
const empty = { ids: none, anchorId: null, base: none, asked: null, part: null };

export const useSelection = create<Selection>(() => ({ list: "", listed: [], ...empty }));

const { getState: get, setState: set } = useSelection;

/** Toggles a memo's selection. Shift extends from there. */
export function toggleSelected(id: string): void {
  const ids = new Set(get().ids);
  if (!ids.delete(id)) ids.add(id);
  set(ids.size === 0 ? empty : { ids, anchorId: id, base: ids });
}

/**
 * Selects from the anchor to a memo and unselects the previous extension. The anchor is `from` if nothing is
 * selected yet, or if the old anchor has left the list.
 */
export function extendSelected(listed: readonly string[], from: string, to: string): void {
  const { anchorId, base } = get();
  const anchor = anchorId !== null && listed.includes(anchorId) ? anchorId : from;
  const end = listed.indexOf(to);
  if (end === -1) return;
  const start = listed.includes(anchor) ? listed.indexOf(anchor) : end;
  const range = listed.slice(Math.min(start, end), Math.max(start, end) + 1);
  set({ ids: new Set([...base, ...range]), anchorId: anchor });
}

export function selectAll(listed: readonly string[]): void {
  const ids = new Set(listed);
  set({ ids, base: ids });
}

export function clearSelection(): void {
  if (get().ids.size > 0) set(empty);
}

/** Clears the selection if the list changes; keeps it for the same list. */
export function showList(list: string): void {
  if (get().list !== list) set({ list, ...empty });
}

/** Requests a command for all selected memos; null once it was run. */
export function askOfSelection(asked: BulkCommand | null): void {
  set({ asked });
}

/** Opens a popup of the bar; null closes it. */
export function openSelectionPart(part: SelectionPart | null): void {
  set({ part });
}

/** Unselects memos that left the list. */
export function keepListed(listed: readonly string[]): void {
  const { ids, base } = get();
  set({ listed });
  if (ids.size === 0) return;
  const there = new Set(listed);
  const kept = new Set([...ids].filter((id) => there.has(id)));
  if (kept.size === ids.size) return;
  set(
    kept.size === 0 ? empty : { ids: kept, base: new Set([...base].filter((id) => kept.has(id))) },
  );
}
