import { useEffect, useRef } from "react";
import { focusSeenRow } from "../focus/focus-feed.ts";
import { type AnyList, listRuns } from "./list-keys.ts";
import { pressIn } from "../commands/press.ts";

/**
 * Handles the keys of every list, and those that enter it, while nothing has the focus: after a page was
 * opened, or the focused element was removed. Handles them on the message of an empty list, too.
 */
export function useKeysFromNowhere(list: AnyList): void {
  const latest = useRef(list);
  latest.current = list;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!isNowhere(event.target) || event.defaultPrevented || event.isComposing) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // The dialog has lost the focus, but the user is still in it.
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return;
      const runs = { ...listRuns(latest.current), next: focusSeenRow, previous: focusSeenRow };
      if (pressIn(["everyList", "fromNowhere"], event, runs)) event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

function isNowhere(target: EventTarget | null): boolean {
  return (
    target === document.body ||
    (target instanceof Element && target.matches("[data-empty-message]"))
  );
}
