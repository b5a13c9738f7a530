import { useEffect } from "react";
import { useUi } from "../state/ui-state.ts";

/**
 * Focuses the memo that was opened or active last when the user returns to a list. Does nothing if something
 * else has the focus.
 */
export function useFocusReturn(): void {
  useEffect(() => {
    const { activeId } = useUi.getState();
    if (activeId === null || document.activeElement !== document.body) return;
    document
      .querySelector<HTMLElement>(`[data-memo-list] #memo-${CSS.escape(activeId)}`)
      ?.focus({ preventScroll: true });
  }, []);
}
