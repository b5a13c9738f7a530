import { useEffect, useRef } from "react";
import { composerId } from "../focus/focus-composer.ts";
import { focusSeenRow } from "../focus/focus-feed.ts";
import { pressIn } from "../commands/press.ts";
import { isTyping } from "./is-typing.ts";
import { type AnyList, listRuns } from "./list-keys.ts";

/** Rows that handle their keys themselves. */
const rows = "article[data-memo], [data-news], [data-task-key], [data-library-at]";

/**
 * Handles the keys of every list, and those that enter or scroll it, while neither a row nor a field has the
 * focus: after a page was opened, a link was clicked, or the focused element was removed.
 */
export function useKeysFromNowhere(list: AnyList): void {
  const latest = useRef(list);
  latest.current = list;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !isOutside(event.target)) return;
      // A dialog may have lost the focus, but the user is still in it.
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return;
      const enter = { next: focusSeenRow, previous: focusSeenRow, leave: () => false };
      const runs = { ...listRuns(latest.current), ...enter, ...keysLeftToDraft(event.target) };
      const isUsed = pressIn(["everyList", "fromNowhere"], event, runs);
      // A space between words doesn't scroll either.
      const isSpace = isBesideDraft(event.target) && event.key === " ";
      if (isUsed || isSpace) event.preventDefault();
      // The browser scrolls nothing there, so the code may come later, and there is nothing to prevent.
      if (!isUsed) void import("./scroll-by-key.ts").then((part) => part.scrollByKey(event));
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

function isOutside(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(rows) === null && !isTyping(target);
}

/** Commands that don't run beside a draft that was just left: its writer may still be typing. */
function keysLeftToDraft(target: EventTarget | null) {
  const none = (): false => false;
  return isBesideDraft(target) ? { undo: none, random: none } : {};
}

function isBesideDraft(target: EventTarget | null): boolean {
  return target instanceof Element && target.id === composerId;
}
