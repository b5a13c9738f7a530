import { create } from "zustand";
import { feedbackStrings } from "./strings.ts";

/** A short message at the bottom of the window, gone by itself unless it stays. */
export interface Snackbar {
  readonly id: number;
  readonly text: string;
  readonly tone: "plain" | "danger";
  /** Takes back what the message tells. */
  readonly undo: (() => Promise<void>) | null;
  /** What its button says. */
  readonly undoLabel: string;
  /** Stays until it is answered or closed, for actions that can be undone in no other way. */
  readonly stays: boolean;
}

/** A question before something that cannot be taken back. */
export interface Confirmation {
  readonly title: string;
  readonly body: string;
  readonly action: string;
  confirm(): void;
}

interface FeedbackState {
  /** Oldest first, at most three and those that stay. */
  readonly snackbars: readonly Snackbar[];
  /** What `z` takes back, the newest last. */
  readonly undoable: readonly Snackbar[];
  /** Said politely to a screen reader; the count makes a repeated sentence heard again. */
  readonly announcement: { readonly text: string; readonly count: number };
  readonly confirmation: Confirmation | null;
  say(text: string, undo?: () => Promise<void>, undoLabel?: string): void;
  /** Says it until `act` was chosen or the message closed. */
  offer(text: string, act: () => Promise<void>, label: string): void;
  fail(text: string): void;
  announce(text: string): void;
  dismiss(id: number): void;
  undo(id?: number): void;
  ask(confirmation: Confirmation): void;
  closeConfirmation(): void;
}

const maxSnackbars = 3;
const maxUndoable = 50;

let lastId = 0;

export const useFeedback = create<FeedbackState>((set, get) => {
  function push(
    text: string,
    tone: Snackbar["tone"],
    undo: Snackbar["undo"],
    undoLabel: string = feedbackStrings.undo,
    stays = false,
  ): void {
    lastId += 1;
    const snackbar = { id: lastId, text, tone, undo, undoLabel, stays };
    set((state) => ({
      snackbars: withoutSurplus([...state.snackbars, snackbar]),
      announcement: { text, count: state.announcement.count + 1 },
      undoable: undo === null ? state.undoable : [...state.undoable, snackbar].slice(-maxUndoable),
    }));
  }
  return {
    snackbars: [],
    undoable: [],
    announcement: { text: "", count: 0 },
    confirmation: null,
    say: (text, undo, undoLabel) => push(text, "plain", undo ?? null, undoLabel),
    offer: (text, act, label) => push(text, "plain", act, label, true),
    fail: (text) => push(text, "danger", null),
    announce: (text) =>
      set((state) => ({ announcement: { text, count: state.announcement.count + 1 } })),
    dismiss: (id) =>
      set((state) => ({ snackbars: state.snackbars.filter((each) => each.id !== id) })),
    undo(id) {
      const { undoable, dismiss } = get();
      const last = id === undefined ? undoable.at(-1) : undoable.find((each) => each.id === id);
      if (last === undefined || last.undo === null) return;
      set({ undoable: undoable.filter((each) => each !== last) });
      dismiss(last.id);
      void last.undo();
    },
    ask: (confirmation) => set({ confirmation }),
    closeConfirmation: () => set({ confirmation: null }),
  };
});

function withoutSurplus(snackbars: readonly Snackbar[]): readonly Snackbar[] {
  const surplus = snackbars.length - maxSnackbars;
  return snackbars.filter(({ stays }, index) => stays || index >= surplus);
}
