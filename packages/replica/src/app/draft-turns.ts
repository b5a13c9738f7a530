import type { DraftTurn } from "@tidemark/core/router";

/**
 * Which of a page's drafts came last: requests may overtake one another, and the one that was sent last
 * holds. Gives whether a draft is to be stored.
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
