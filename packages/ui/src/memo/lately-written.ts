import { create } from "zustand";
import { noteActs } from "../focus/chosen.ts";

/** Memo that this device's user wrote or changed just now, in this window or in the capture window. */
export interface WrittenMemo {
  readonly id: string;
  /** True if it is new. */
  readonly isNew: boolean;
  readonly atMs: number;
}

/** Item of the local storage by which another window names a memo that it saved. */
export const savedElsewhereKey = "tidemark:captured";

/** Time after which a change no longer explains why a memo leaves a list. */
const recentMs = 15_000;

export const useLatelyWritten = create<{ readonly written: readonly WrittenMemo[] }>(() => ({
  written: [],
}));

function note(id: string, isNew: boolean): void {
  const atMs = Date.now();
  const { written } = useLatelyWritten.getState();
  const others = written.filter((each) => each.id !== id && atMs - each.atMs < recentMs);
  useLatelyWritten.setState({ written: [...others, { id, isNew, atMs }] });
}

/** Notes a memo that was created, so that the list shown can say where it is. */
export function noteSaved(id: string): void {
  note(id, true);
}

/** Notes memos that are being changed, so that the list can say why they leave it. */
export function noteChanged(ids: readonly string[]): void {
  noteActs(ids);
  for (const id of ids) note(id, false);
}

addEventListener("storage", ({ key, newValue }) => {
  if (key === savedElsewhereKey && newValue !== null) noteSaved(newValue);
});
