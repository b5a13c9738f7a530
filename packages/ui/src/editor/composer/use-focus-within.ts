import { useRef, useState } from "react";
import { useAfterRelease } from "./use-after-release.ts";

/**
 * Whether the focus is inside, also in what opened from there. Who comes or leaves by a click has
 * done so when the button is up again: what changes its size before that takes the click away from
 * what was clicked.
 */
export function useFocusWithin() {
  const [isIn, setIsIn] = useState(false);
  const afterRelease = useAfterRelease();
  /** What React says: it counts what opened from inside, wherever that lies in the page. */
  const isNow = useRef(false);
  const settle = (): void =>
    afterRelease(() => {
      // Who goes to another window comes back to where they were.
      if (document.hasFocus()) setIsIn(isNow.current);
    });
  return {
    isIn,
    onFocus: () => {
      isNow.current = true;
      settle();
    },
    onBlur: () => {
      isNow.current = false;
      // The focus that comes next is heard of only after this.
      queueMicrotask(settle);
    },
  };
}
