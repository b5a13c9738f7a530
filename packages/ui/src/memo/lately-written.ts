import { create } from "zustand";

/** Memo that this device's user wrote or changed just now, in this window or in the capture window. */
export interface WrittenMemo {
  readonly id: string;
  /** True if it is new. */
  readonly isNew: boolean;
  readonly atMs: number;
}

const storageKey = "tidemark:captured";

/** Time after which a change no longer explains why a memo leaves a list. */
const recentMs = 15_000;

export const useLatelyWritten = create<{ readonly written: readonly WrittenMemo[] }>(() => ({
  written: [],
}));

function note(id: string, isNew: boolean): void {
  const atMs = Date.now();
  useLatelyWritten.setState(({ written }) => ({
    written: [
      ...written.filter((each) => each.id !== id && atMs - each.atMs < recentMs),
      { id, isNew, atMs },
    ],
  }));
}

/** Notes a memo that was created, so that the list shown can say where it is. */
export function noteSaved(id: string): void {
  note(id, true);
}

/** Notes memos that are being changed, so that the list can say why they leave it. */
export function noteChanged(ids: readonly string[]): void {
  for (const id of ids) note(id, false);
}

/** Removes the notes of memos. */
export function dropNotes(ids: readonly string[]): void {
  useLatelyWritten.setState(({ written }) => ({
    written: written.filter(({ id }) => !ids.includes(id)),
  }));
}

/** Notes a new memo in the other windows. */
export function noteSavedElsewhere(id: string): void {
  // A storage event needs a value that differs from the last one.
  localStorage.setItem(storageKey, id);
}

addEventListener("storage", ({ key, newValue }) => {
  if (key === storageKey && newValue !== null) noteSaved(newValue);
});
