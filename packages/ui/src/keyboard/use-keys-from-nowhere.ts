import { useEffect, useRef } from "react";
import { focusSeenRow } from "../focus/focus-feed.ts";
import { type AnyList, listRuns } from "./list-keys.ts";
import { pressIn } from "../commands/press.ts";

/**
 * The keys that are the same in every list, and the way into it, while the focus is nowhere: after a
 * page was opened, or what had the focus went away; and while it is where a list says that it is empty.
 */
export function useKeysFromNowhere(list: AnyList): void {
  const latest = useRef(list);
  latest.current = list;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!isNowhere(event.target) || event.defaultPrevented || event.isComposing) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // It has lost its focus, and is still what one is in.
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
