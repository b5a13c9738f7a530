import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { composerId, focusComposer } from "../focus/focus-composer.ts";
import { comeBackTo } from "../keyboard/regions.ts";
import { useUi } from "../state/ui-state.ts";

/** What it was opened from goes within so many frames, and has given the focus back in so many more. */
const mostFrames = { going: 60, givingBack: 12 };

const popup = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const goingPopup = `:is(${popup})[data-closed]`;

/** The opening that the focus has followed: who widens the window again has it where it is. */
let followed: object | null = null;

/**
 * The focus goes into the panel with each opening, once what that was asked from has given it back, and
 * from there to where it was when the panel goes.
 */
export function usePanelFocus(panel: RefObject<HTMLElement | null>, opened: object): void {
  const from = useRef<Element | null>(null);
  useEffect(() => {
    if (followed === opened) return;
    let left = mostFrames.going;
    let leftToGiveBack = 0;
    const enter = (): void => {
      const focused = document.activeElement;
      if (left > 0 && document.querySelector(goingPopup) !== null) {
        left -= 1;
        leftToGiveBack = mostFrames.givingBack;
      } else if (leftToGiveBack > 0 && focused === document.body) leftToGiveBack -= 1;
      else return follow(focused);
      frame = requestAnimationFrame(enter);
    };
    const follow = (focused: Element | null): void => {
      // Something else was opened meanwhile.
      if (focused?.closest(popup)) return;
      followed = opened;
      // What had it in the panel may have gone with the memo before.
      if (focused !== null && focused !== document.body && !isIn(panel.current, focused)) {
        from.current = focused;
        comeBackTo(focused);
      }
      panel.current?.querySelector("article")?.focus({ preventScroll: true });
    };
    let frame = requestAnimationFrame(enter);
    return () => cancelAnimationFrame(frame);
  }, [panel, opened]);
  useLayoutEffect(() => {
    const element = panel.current;
    return () => {
      if (isIn(element, document.activeElement)) giveBack(from.current);
    };
  }, [panel]);
}

function giveBack(from: Element | null): void {
  const wasWriting = from !== null && from.closest(`#${composerId}`) !== null;
  // Its field may have become the editor meanwhile.
  if (from?.isConnected !== true && wasWriting && focusComposer()) return;
  const { activeId } = useUi.getState();
  const target =
    from instanceof HTMLElement && from.isConnected
      ? from
      : (document.getElementById(`memo-${activeId}`) ?? document.querySelector("main"));
  target?.focus({ preventScroll: true });
}

function isIn(panel: HTMLElement | null, element: Element | null): boolean {
  return panel?.contains(element) === true;
}
