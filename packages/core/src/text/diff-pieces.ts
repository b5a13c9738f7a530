import { diffArrays } from "diff";
import { addMergeWork } from "./work-done.ts";

/** As many pieces may differ in one comparison; its cost grows with the square of them. */
const maxDifferent = 1_000;

/** How many pieces may still differ, over all stretches of one comparison. */
export interface DiffBudget {
  left: number;
}

/** A run of pieces that both sides have, or only one of them. */
export interface PieceRun {
  readonly added: boolean;
  readonly removed: boolean;
  readonly count: number;
}

export function newDiffBudget(): DiffBudget {
  return { left: maxDifferent };
}

/** Finds as many pieces as both sides have in one order; null where too many differ. Counts its work. */
export function diffPieces(
  ours: readonly string[],
  theirs: readonly string[],
  budget: DiffBudget,
): readonly PieceRun[] | null {
  addMergeWork(ours.length + theirs.length);
  // Numbers compare in one step, texts letter by letter.
  const numbers = new Map<string, number>();
  const numberOf = (piece: string): number => {
    const number = numbers.get(piece) ?? numbers.size;
    numbers.set(piece, number);
    return number;
  };
  const runs = diffArrays(ours.map(numberOf), theirs.map(numberOf), {
    maxEditLength: budget.left,
    comparator: (one, other) => {
      addMergeWork(1);
      return one === other;
    },
  });
  return spend(budget, runs) ? runs : null;
}

/** Takes what differed from the budget. Where it was not enough, half of it is lost: so all ends. */
export function spend<T extends PieceRun>(
  budget: DiffBudget,
  runs: readonly T[] | undefined,
): runs is readonly T[] {
  if (runs === undefined) {
    budget.left = Math.floor(budget.left / 2);
    return false;
  }
  for (const { added, removed, count } of runs) if (added || removed) budget.left -= count;
  return true;
}
