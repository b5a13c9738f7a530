import { create } from "zustand";
import { typeIntoPopup } from "../focus/open-part.ts";
import { phoneQuery } from "../state/use-media-query.ts";
import { feedbackStrings } from "./strings.ts";

type Undo = () => Promise<void>;

/** Short message at the bottom of the window. It disappears after a while, unless `stays` is set. */
export interface Snackbar {
  readonly id: number;
  readonly text: string;
  readonly tone: "plain" | "danger";
  /** Undoes the reported action; null if it can't be undone. */
  readonly undo: Undo | null;
  /** True if the button leads somewhere instead, and `z` doesn't run it. */
  readonly leads: boolean;
  /** Label of the button. */
  readonly undoLabel: string;
  /** True if it stays until it is answered or closed, for actions with no other way to undo. */
  readonly stays: boolean;
  /** Topic; a newer message replaces an older one of the same topic. Both can still be undone. */
  readonly topic: string | null;
}

/** Confirmation before an irreversible action. */
export interface Confirmation {
  readonly title: string;
  readonly body: string;
  readonly action: string;
  confirm(): void;
  /** Another way to act, beside the first. */
  readonly other?: { readonly action: string; confirm(): void };
}

interface FeedbackState {
  /** Visible messages, oldest first: at most three, on a phone one, plus those that stay. */
  readonly snackbars: readonly Snackbar[];
  /** Actions that `z` undoes, newest last. */
  readonly undoable: readonly Snackbar[];
  /** Text for the polite live region; `count` makes a repeated text be announced again. */
  readonly announcement: { readonly text: string; readonly count: number };
  readonly confirmation: Confirmation | null;
  say(text: string, undo?: Undo | null, topic?: string | null, undoLabel?: string): void;
  /** Announces an action whose result is visible, without a message; `z` undoes it. */
  did(text: string, undo: Undo): void;
  /** Shows a message until `act` was chosen or the message closed. Null if it can only be closed. */
  offer(text: string, act: (() => Promise<void>) | null, label: string): void;
  /** Shows a message with a button that leads to its subject. */
  lead(text: string, go: () => void, label: string): void;
  fail(text: string): void;
  announce(text: string): void;
  dismiss(id: number): void;
  /** Waits for an action whose result will be reported; an undo waits for it, too. */
  during(act: Promise<unknown>): Promise<void>;
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
    leads: false,
    undoLabel: feedbackStrings.undo,
    stays: false,
    topic: null,
  };
}

export const useFeedback = create<FeedbackState>((set, get) => {
  const running = new Set<Promise<unknown>>();
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
    if (snackbar.undo === null || snackbar.leads) return;
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
    lead: (text, go, label) =>
      push(text, { undo: async () => go(), leads: true, undoLabel: label, topic: "lead" }),
    fail: (text) => push(text, { tone: "danger" }),
    announce: (text) =>
      set((state) => ({ announcement: { text, count: state.announcement.count + 1 } })),
    dismiss: (id) =>
      set((state) => ({ snackbars: state.snackbars.filter((each) => each.id !== id) })),
    async during(act) {
      running.add(act);
      try {
        await act;
      } finally {
        running.delete(act);
      }
    },
    undo(id) {
      const { snackbars, dismiss } = get();
      const leading = snackbars.find((each) => each.leads && each.id === id);
      if (leading !== undefined) {
        dismiss(leading.id);
        return void leading.undo?.();
      }
      // The last action is the one that is still on its way; what came before it stays.
      if (id === undefined && running.size > 0) {
        void Promise.allSettled(running).then(() => get().undo());
        return;
      }
      const { undoable } = get();
      const last = id === undefined ? undoable.at(-1) : undoable.find((each) => each.id === id);
      if (last === undefined || last.undo === null) return;
      set({ undoable: undoable.filter((each) => each !== last) });
      dismiss(last.id);
      const said = get().announcement;
      void last.undo().then(() => {
        // A newer announcement already reports the result.
        if (get().announcement === said) get().announce(feedbackStrings.undone);
      });
    },
    ask(confirmation) {
      set({ confirmation });
      const isWanted = (): boolean => get().confirmation === confirmation;
      typeIntoPopup({ isWanted, giveUp: () => set({ confirmation: null }) });
    },
    closeConfirmation: () => set({ confirmation: null }),
  };
});

/** Removes the oldest messages. On a phone, where three would cover the list, an error is kept beside the newest. */
function withoutSurplus(snackbars: readonly Snackbar[]): readonly Snackbar[] {
  const isPhone = matchMedia(phoneQuery).matches;
  const surplus = snackbars.length - (isPhone ? 1 : maxSnackbars);
  return snackbars.filter(
    ({ stays, tone }, index) => stays || index >= surplus || (isPhone && tone === "danger"),
  );
}
