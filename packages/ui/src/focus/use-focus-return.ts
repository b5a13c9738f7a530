import { useEffect } from "react";
import { useUi } from "../state/ui-state.ts";

/**
 * Who comes back to a list has the focus where it was: on the memo that was opened, or looked at last.
 * Wherever it has been put meanwhile it stays.
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
