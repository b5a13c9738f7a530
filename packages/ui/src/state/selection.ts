import { create } from "zustand";

/** Which memos of the list are selected. */
export interface Selection {
  /** The list that they are selected in. */
  readonly list: string;
  readonly ids: ReadonlySet<string>;
  /** From where Shift extends. */
  readonly anchorId: string | null;
  /** What was selected before one began to extend, and stays so however far that goes. */
  readonly base: ReadonlySet<string>;
  /** What of the bar a key asks for. */
  readonly asked: SelectionPart | null;
}

/** A part of the bar that opens. */
export type SelectionPart = "tags" | "visibility";

const none: ReadonlySet<string> = new Set();
const empty = { ids: none, anchorId: null, base: none, asked: null };

export const useSelection = create<Selection>(() => ({ list: "", ...empty }));

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
  const isThere = anchorId !== null && listed.includes(anchorId);
  const anchor = isThere ? anchorId : from;
  const ends = [listed.indexOf(anchor), listed.indexOf(to)].sort((a, b) => a - b);
  const [first = -1, last = -1] = ends;
  if (last === -1) return;
  const range = first === -1 ? [to] : listed.slice(first, last + 1);
  set({ ids: new Set([...base, ...range]), anchorId: anchor, base });
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

/** What has left the list is selected no more. */
export function keepListed(listed: readonly string[]): void {
  const { ids, base } = get();
  if (ids.size === 0) return;
  const there = new Set(listed);
  const kept = new Set([...ids].filter((id) => there.has(id)));
  if (kept.size === ids.size) return;
  set(
    kept.size === 0 ? empty : { ids: kept, base: new Set([...base].filter((id) => kept.has(id))) },
  );
}
