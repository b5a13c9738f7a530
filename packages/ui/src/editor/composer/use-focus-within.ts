import { type FocusEvent, useRef, useState } from "react";
import { useAfterRelease } from "./use-after-release.ts";

/**
 * Tracks the focus inside, including popups opened from there. A change during a click applies after the
 * release: if the layout changed earlier, the click would miss its target.
 */
export function useFocusWithin() {
  const [isIn, setIsIn] = useState(false);
  const afterRelease = useAfterRelease();
  /** Focus as reported by React, which includes popups wherever they are in the page. */
  const isNow = useRef(false);
  const settle = (): void =>
    afterRelease(() => {
      // Ignore a blur caused by a switch to another window.
      if (document.hasFocus()) setIsIn(isNow.current);
    });
  return {
    isIn,
    onFocus: () => {
      isNow.current = true;
      settle();
    },
    onBlur(event: FocusEvent) {
      const { relatedTarget, currentTarget } = event;
      // Between two elements inside, none of them may be removed: the next one would lose the focus.
      if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
      isNow.current = false;
      // The focus event of the next element, such as a popup, follows only after this.
      queueMicrotask(settle);
    },
  };
}
