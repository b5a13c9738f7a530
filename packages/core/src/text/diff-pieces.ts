import { diffArrays } from "diff";
import { addMergeWork } from "./work-done.ts";

/** Maximum number of differing pieces in one comparison. Its cost grows with their square. */
const maxDifferent = 1_000;

/** Remaining number of differing pieces, over all stretches of one comparison. */
export interface DiffBudget {
  left: number;
}

/** Run of pieces that both sides have, or only one of them. */
export interface PieceRun {
  readonly added: boolean;
  readonly removed: boolean;
  readonly count: number;
}

export function newDiffBudget(): DiffBudget {
  return { left: maxDifferent };
}

/** Finds the longest common subsequence of pieces; returns null if too many differ. Counts its work. */
export function diffPieces(
  ours: readonly string[],
  theirs: readonly string[],
  budget: DiffBudget,
): readonly PieceRun[] | null {
  addMergeWork(ours.length + theirs.length);
  // Comparing numbers takes one step; comparing texts takes one per letter.
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

/**
 * Subtracts the differing pieces from the budget. Without a result, halves the budget, which bounds the
 * number of attempts.
 */
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
