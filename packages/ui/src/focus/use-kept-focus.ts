import { useLayoutEffect, type RefObject } from "react";
import { focusOnceShown } from "./focus-once-shown.ts";

/** Id of the memo whose card was unmounted last while it had the focus. */
let lastLost: string | null = null;

/** Returns true if the focus was on a memo's card when that left the page. */
export function hadFocus(id: string): boolean {
  return lastLost === id;
}

/** Id of the memo whose card was just unmounted with the focus. */
let lost: string | null = null;

/**
 * Keeps the focus on a card that moves in the list, for instance after a new layout, where it is a new
 * element.
 */
export function useKeptFocus(id: string, card: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = card.current;
    if (lost === id) focusOnceShown(id);
    return () => {
      if (element?.contains(document.activeElement) !== true) return;
      lost = id;
      lastLost = id;
      // The new card is mounted in the same commit.
      queueMicrotask(() => (lost = null));
    };
  }, [id, card]);
}
