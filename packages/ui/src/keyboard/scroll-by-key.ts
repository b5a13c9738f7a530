import { type KeyPress, pressedKeys } from "../keys/pressed-keys.ts";

/** Controls that Space presses, and those that move with these keys. */
const own = "button, summary, input, [role=tree], [role=grid], [role=slider], [role=tablist]";

/** Part of the height that a page scrolls, as in browsers. */
const page = 0.875;
const linePx = 40;

/**
 * Scrolls the list of the screen while the focus is outside of it, where the browser has nothing to scroll.
 * Returns false if the key doesn't scroll.
 */
export function scrollByKey(press: KeyPress): boolean {
  const { target } = press;
  const scroller = document.querySelector("[data-scroller]");
  if (scroller === null || !(target instanceof Element)) return false;
  if (scroller.contains(target) || target.closest(own) !== null) return false;
  if (isInScrolling(target)) return false;
  const step = { page: scroller.clientHeight * page, all: scroller.scrollHeight };
  const by: Readonly<Record<string, number>> = {
    PgDn: step.page,
    Space: step.page,
    PgUp: -step.page,
    "Shift+Space": -step.page,
    End: step.all,
    Home: -step.all,
    "↓": linePx,
    "↑": -linePx,
  };
  const top = by[pressedKeys(press)[0] ?? ""];
  if (top === undefined) return false;
  scroller.scrollBy({ top });
  return true;
}

/** Returns true if the browser scrolls a part around an element, such as the side panel. */
function isInScrolling(target: Element): boolean {
  for (let part: Element | null = target; part !== null; part = part.parentElement) {
    if (part === document.body) return false;
    if (part.scrollHeight <= part.clientHeight) continue;
    if (/auto|scroll/.test(getComputedStyle(part).overflowY)) return true;
  }
  return false;
}
