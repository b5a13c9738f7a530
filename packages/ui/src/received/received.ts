import { create } from "zustand";
import { setUi } from "../state/ui-state.ts";

/** Something that another app shared. It becomes a draft of its own. */
export interface ReceivedShare {
  readonly id: string;
  readonly text: string;
  /** Files that aren't attached to the draft yet. */
  readonly files: readonly File[];
  /** True once the text is in the draft. */
  readonly isTaken: boolean;
  /** Stores that the text is in the draft, and which files aren't attached to it yet. */
  setTaken(left: readonly File[]): Promise<void>;
  /** Removes it after it was saved or discarded. */
  remove(): Promise<void>;
}

/** Place where shares wait. */
export interface ShareSource {
  /** Returns the oldest share that no page shows, and the number of others; null if there is none. */
  next(): Promise<{ readonly share: ReceivedShare; readonly others: number } | null>;
}

interface Received {
  readonly source: ShareSource | null;
  readonly share: ReceivedShare | null;
  /** Number of other shares that wait. */
  readonly others: number;
}

export const useReceived = create<Received>(() => ({
  source: null,
  share: null,
  others: 0,
}));

/** Shows the next share, if there is one. */
export async function showNextShare(): Promise<void> {
  const next = await useReceived.getState().source?.next();
  if (!next) return;
  useReceived.setState(next);
  setUi({ isReceivedOpen: true });
}

/** Closes the dialog for good: its share is saved or discarded. */
export function endShare(): void {
  useReceived.setState({ share: null, others: 0 });
  setUi({ isReceivedOpen: false });
}
