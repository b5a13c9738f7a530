import { useLayoutEffect, type RefObject } from "react";
import { focusOnceShown } from "./focus-once-shown.ts";

/** Of which memo the card that just went had the focus. */
let lost: string | null = null;

/**
 * A card that comes to another place of the list, as when that is laid out anew, is another element:
 * the focus goes with it.
 */
export function useKeptFocus(id: string, card: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = card.current;
    if (lost === id) focusOnceShown(id);
    return () => {
      if (element?.contains(document.activeElement) !== true) return;
      lost = id;
      // What takes its place comes with the same commit.
      queueMicrotask(() => (lost = null));
    };
  }, [id, card]);
}
