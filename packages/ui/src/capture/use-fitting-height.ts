import { type RefObject, useEffect } from "react";
import { askShell } from "../shell/shell.ts";

/** As tall as the window may be; what opens over the page needs all of it. */
const tallest = 420;

/** What opens over the composer and would be cut off in a low window. */
const floating =
  '.cm-tooltip, [role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]';

/** Has the window be as tall as what stands in it. */
export function useFittingHeight(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = content.current;
    if (element === null) return;
    let asked = 0;
    const fit = (): void => {
      const isCovered = document.querySelector(floating) !== null;
      const height = isCovered ? tallest : Math.ceil(element.getBoundingClientRect().height);
      if (height === asked) return;
      asked = height;
      askShell({ type: "capture-height", height });
    };
    const sizes = new ResizeObserver(fit);
    sizes.observe(element);
    const parts = new MutationObserver(fit);
    parts.observe(document.body, { childList: true, subtree: true });
    return () => {
      sizes.disconnect();
      parts.disconnect();
    };
  }, [content]);
}
