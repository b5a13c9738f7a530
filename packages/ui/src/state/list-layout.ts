import { create } from "zustand";

/** How much of a memo its list shows: all that there is room for, less of it, or a line. */
export const densityChoices = ["comfortable", "compact", "line"] as const;
export type Density = (typeof densityChoices)[number];

/** How many memos stand side by side, where the window is wide enough. */
export const columnChoices = ["1", "2", "3"] as const;
export type Columns = (typeof columnChoices)[number];

interface ListLayout {
  readonly density: Density;
  readonly columns: Columns;
}

const storageKey = (what: keyof ListLayout): string => `tidemark:${what}`;

function stored<Choice extends string>(
  what: keyof ListLayout,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const found = localStorage.getItem(storageKey(what));
  return choices.find((choice) => choice === found) ?? choices[0];
}

/** How lists of memos are laid out, kept on this device. */
export const useListLayout = create<ListLayout>(() => ({
  density: stored("density", densityChoices),
  columns: stored("columns", columnChoices),
}));

/** Lays lists out anew, here and at the next start: `layOut("density", "line")`. */
export function layOut<What extends keyof ListLayout>(what: What, choice: ListLayout[What]): void {
  localStorage.setItem(storageKey(what), choice);
  useListLayout.setState({ [what]: choice });
}
