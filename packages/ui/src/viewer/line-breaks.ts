import { create } from "zustand";

export const lineBreakChoices = ["reflow", "written"] as const;
export type LineBreaks = (typeof lineBreakChoices)[number];

const storageKey = "tidemark:line-breaks";

function storedChoice(): LineBreaks {
  const stored = localStorage.getItem(storageKey);
  return lineBreakChoices.find((choice) => choice === stored) ?? "reflow";
}

interface LineBreakState {
  readonly choice: LineBreaks;
  choose(choice: LineBreaks): void;
}

/** Setting to join hard-wrapped lines for reading (ADR 0053), stored on this device. */
export const useLineBreaks = create<LineBreakState>((set) => ({
  choice: storedChoice(),
  choose(choice) {
    localStorage.setItem(storageKey, choice);
    set({ choice });
  },
}));
