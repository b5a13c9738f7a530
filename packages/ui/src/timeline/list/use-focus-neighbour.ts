import { useEffect, useRef } from "react";
import { setUi, useUi } from "../../state/ui-state.ts";
import { hasActedOn, markUnchosen } from "../../focus/chosen.ts";
import { focusMemo } from "../../focus/focus-memo.ts";
import { hadFocus } from "../../focus/use-kept-focus.ts";

/**
 * Moves the focus to the next memo when the focused one leaves the list, or to the screen if none is left.
 * That is the first one after all that left, so that nothing unread is skipped.
 */
export function useFocusNeighbour(memoIds: readonly string[]): void {
  const activeId = useUi((state) => state.activeId);
  /** Ids of the list when it last had the active memo. */
  const before = useRef<readonly string[]>([]);
  useEffect(() => {
    if (activeId === null) return;
    if (memoIds.includes(activeId)) {
      before.current = memoIds;
      return;
    }
    const wasListed = before.current.includes(activeId);
    const neighbour = wasListed ? neighbourOf(activeId, before.current, memoIds) : undefined;
    const isOwn = hasActedOn(activeId);
    const isNowhere = document.activeElement === document.body || document.activeElement === null;
    // A user who has left the list for its surroundings stays there.
    const isLost = isNowhere && (isOwn || hadFocus(activeId));
    if (neighbour === undefined) {
      setUi({ activeId: null });
      if (isLost && wasListed) document.querySelector("main")?.focus();
      before.current = [];
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

/** Returns the first memo after one that left which is still listed, else the last one before it. */
export function neighbourOf(
  id: string,
  before: readonly string[],
  now: readonly string[],
): string | undefined {
  const listed = new Set(now);
  const at = before.indexOf(id);
  const isListed = (each: string): boolean => listed.has(each);
  return before.slice(at + 1).find(isListed) ?? before.slice(0, at).findLast(isListed);
}
