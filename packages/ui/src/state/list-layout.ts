import { create } from "zustand";

/** Density of lists: all that fits, less, or one line per memo. */
export const densityChoices = ["comfortable", "compact", "line"] as const;
export type Density = (typeof densityChoices)[number];

/** Number of columns in windows that are wide enough. */
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

/** Layout of memo lists, stored on this device. */
export const useListLayout = create<ListLayout>(() => ({
  density: stored("density", densityChoices),
  columns: stored("columns", columnChoices),
}));

/** Sets and stores one property of the layout: `layOut("density", "line")`. */
export function layOut<What extends keyof ListLayout>(what: What, choice: ListLayout[What]): void {
  localStorage.setItem(storageKey(what), choice);
  useListLayout.setState({ [what]: choice });
}
