import { useEffect, useRef } from "react";
import { setUi, useUi } from "../../state/ui-state.ts";
import { hasActedOn, markUnchosen } from "../../focus/chosen.ts";
import { focusMemo } from "../../focus/focus-memo.ts";
import { hadFocus } from "../../focus/use-kept-focus.ts";

/**
 * Moves the focus to the next memo when the focused one leaves the list, or to the screen if none is left.
 */
export function useFocusNeighbour(memoIds: readonly string[]): void {
  const activeId = useUi((state) => state.activeId);
  const lastIndex = useRef(-1);
  useEffect(() => {
    if (activeId === null) return;
    const index = memoIds.indexOf(activeId);
    if (index !== -1) {
      lastIndex.current = index;
      return;
    }
    const neighbour = memoIds[Math.min(lastIndex.current, memoIds.length - 1)];
    const isOwn = hasActedOn(activeId);
    const isNowhere = document.activeElement === document.body || document.activeElement === null;
    // A user who has left the list for its surroundings stays there.
    const isLost = isNowhere && (isOwn || hadFocus(activeId));
    if (lastIndex.current === -1 || neighbour === undefined) {
      setUi({ activeId: null });
      if (isLost && lastIndex.current !== -1) document.querySelector("main")?.focus();
      lastIndex.current = -1;
    } else if (isLost) {
      // Runs outside React's commit: `focusMemo` mounts the row synchronously.
      queueMicrotask(() => {
        focusMemo(neighbour);
        if (!isOwn) markUnchosen(neighbour);
      });
    } else {
      setUi({ activeId: neighbour });
    }
  }, [memoIds, activeId]);
}
