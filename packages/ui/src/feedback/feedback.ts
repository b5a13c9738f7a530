import { create } from "zustand";
import { feedbackStrings } from "./strings.ts";

type Undo = () => Promise<void>;

/** A short message at the bottom of the window, gone by itself unless it stays. */
export interface Snackbar {
  readonly id: number;
  readonly text: string;
  readonly tone: "plain" | "danger";
  /** Takes back what the message tells. */
  readonly undo: Undo | null;
  /** What its button says. */
  readonly undoLabel: string;
  /** Stays until it is answered or closed, for actions that can be undone in no other way. */
  readonly stays: boolean;
  /** Of two on one topic the newer alone is shown; both can be taken back. */
  readonly topic: string | null;
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
  say(text: string, undo?: Undo | null, topic?: string | null, undoLabel?: string): void;
  /** Announces what is seen to be done already; `z` takes it back. */
  did(text: string, undo: Undo): void;
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

function plain(): Snackbar {
  lastId += 1;
  return {
    id: lastId,
    text: "",
    tone: "plain",
    undo: null,
    undoLabel: feedbackStrings.undo,
    stays: false,
    topic: null,
  };
}

export const useFeedback = create<FeedbackState>((set, get) => {
  function push(text: string, kind: Partial<Snackbar>): void {
    const snackbar = { ...plain(), ...kind, text };
    const { topic } = snackbar;
    set(({ snackbars }) => {
      const others = snackbars.filter((each) => topic === null || each.topic !== topic);
      return { snackbars: withoutSurplus([...others, snackbar]) };
    });
    note(snackbar);
  }
  function note(snackbar: Snackbar): void {
    get().announce(snackbar.text);
    if (snackbar.undo === null) return;
    set(({ undoable }) => ({ undoable: [...undoable, snackbar].slice(-maxUndoable) }));
  }
  return {
    snackbars: [],
    undoable: [],
    announcement: { text: "", count: 0 },
    confirmation: null,
    say: (text, undo = null, topic = null, undoLabel = feedbackStrings.undo) =>
      push(text, { undo, topic, undoLabel }),
    did: (text, undo) => note({ ...plain(), text, undo }),
    offer: (text, act, label) => push(text, { undo: act, undoLabel: label, stays: true }),
    fail: (text) => push(text, { tone: "danger" }),
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
      const said = get().announcement;
      void last.undo().then(() => {
        // What else was said meanwhile tells how it went.
        if (get().announcement === said) get().announce(feedbackStrings.undone);
      });
    },
    ask: (confirmation) => set({ confirmation }),
    closeConfirmation: () => set({ confirmation: null }),
  };
});

function withoutSurplus(snackbars: readonly Snackbar[]): readonly Snackbar[] {
  const surplus = snackbars.length - maxSnackbars;
  return snackbars.filter(({ stays }, index) => stays || index >= surplus);
}
