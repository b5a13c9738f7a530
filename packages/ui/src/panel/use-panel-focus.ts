import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { composerId, focusComposer } from "../focus/focus-composer.ts";
import { comeBackTo } from "../keyboard/regions.ts";
import { useUi } from "../state/ui-state.ts";

/** Maximum number of frames until the opening popup has closed, and then until it has returned the focus. */
const mostFrames = { going: 60, givingBack: 12 };

const popup = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const goingPopup = `:is(${popup})[data-closed]`;

/** Last opening that was focused; a panel shown again after resizing doesn't take the focus. */
let followed: object | null = null;

/**
 * Focuses the panel on each opening, after the popup that opened it has returned the focus. Returns the focus
 * when the panel closes.
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
      // Another popup was opened meanwhile.
      if (focused?.closest(popup)) return;
      followed = opened;
      // The focused element of the previous memo may have been removed.
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
  // The composer's field may have been replaced by the editor.
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
