import type { DraftTurn } from "@tidemark/core/router";

/**
 * Returns a function that decides whether a draft is to be stored. Requests of a page may overtake one
 * another; a draft sent before the latest one is skipped.
 */
export function draftTurns(): (key: string, turn: DraftTurn | undefined) => boolean {
  const last = new Map<string, DraftTurn>();
  return (key, turn) => {
    if (turn === undefined) return true;
    const known = last.get(key);
    if (known?.page === turn.page && known.number > turn.number) return false;
    last.set(key, turn);
    return true;
  };
}
