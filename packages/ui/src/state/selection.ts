import { create } from "zustand";

/** Which memos of the list are selected. */
export interface Selection {
  /** The list that they are selected in. */
  readonly list: string;
  /** The memos of that list, as far as it is loaded. */
  readonly listed: readonly string[];
  readonly ids: ReadonlySet<string>;
  /** From where Shift extends. */
  readonly anchorId: string | null;
  /** What was selected before one began to extend, and stays so however far that goes. */
  readonly base: ReadonlySet<string>;
  /** What a key asks the bar to do, once that is there. */
  readonly asked: BulkCommand | null;
  /** The open popup of the bar. */
  readonly part: SelectionPart | null;
}

/** A command on all that is selected. */
export type BulkCommand = "tags" | "visibility" | "pin" | "archive" | "trash" | "unselect";

/** The popups of the bar. */
export type SelectionPart = "tags" | "visibility";

const none: ReadonlySet<string> = new Set();
const empty = { ids: none, anchorId: null, base: none, asked: null, part: null };

export const useSelection = create<Selection>(() => ({ list: "", listed: [], ...empty }));

const { getState: get, setState: set } = useSelection;

/** Selects a memo or, where it is, does so no more. Shift extends from there. */
export function toggleSelected(id: string): void {
  const ids = new Set(get().ids);
  if (!ids.delete(id)) ids.add(id);
  set(ids.size === 0 ? empty : { ids, anchorId: id, base: ids });
}

/**
 * Selects from where one began up to a memo, and nothing of what one extended to before. One begins
 * at `from` where nothing is selected yet, or where that which one began at has left the list.
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

/** Selects all of them. */
export function selectAll(listed: readonly string[]): void {
  const ids = new Set(listed);
  set({ ids, base: ids });
}

export function clearSelection(): void {
  if (get().ids.size > 0) set(empty);
}

/** Another list has nothing selected. Who comes back to the same one finds it as it was. */
export function showList(list: string): void {
  if (get().list !== list) set({ list, ...empty });
}

/** Has it done to all that is selected; null: it is done. */
export function askOfSelection(asked: BulkCommand | null): void {
  set({ asked });
}

/** Opens a part of the bar; null: closes it. */
export function openSelectionPart(part: SelectionPart | null): void {
  set({ part });
}

/** What has left the list is selected no more. */
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
