import { type RefObject, useLayoutEffect, useRef } from "react";
import type { TaskBlock } from "./task-blocks.ts";

/**
 * Moves the focus to the next task when the focused one leaves the list, or to the screen if none is left.
 */
export function useTaskFocus(
  blocks: readonly TaskBlock[],
  list: RefObject<HTMLElement | null>,
): void {
  const focused = useRef<{ readonly key: string; readonly index: number } | null>(null);
  useLayoutEffect(() => {
    const keys = blocks.flatMap(({ rows }) => rows.map(({ key }) => key));
    const last = focused.current;
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (last !== null && isLost && !keys.includes(last.key)) {
      const neighbour = keys[Math.min(last.index, keys.length - 1)];
      const box = [...(list.current?.querySelectorAll<HTMLElement>("[data-task-key]") ?? [])]
        .find((item) => item.dataset["taskKey"] === neighbour)
        ?.querySelector("input");
      (box ?? document.querySelector("main"))?.focus({ preventScroll: true });
      if (box === null || box === undefined) focused.current = null;
    }
    const note = ({ target }: FocusEvent): void => {
      const item =
        target instanceof Element ? target.closest<HTMLElement>("[data-task-key]") : null;
      const key = item?.dataset["taskKey"];
      focused.current = key === undefined ? null : { key, index: keys.indexOf(key) };
    };
    // Tracks the focus everywhere, to leave it alone when it moved elsewhere.
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [blocks, list]);
}
