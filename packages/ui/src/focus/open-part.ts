import { setUi, useUi } from "../state/ui-state.ts";
import { focusWhenShown } from "./focus-when-shown.ts";
import { isInText } from "./is-in-text.ts";

const popups = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Maximum time to wait for a part over a slow connection. */
const longestMs = 15_000;

interface Opening {
  /** Returns true while the part is wanted. */
  isWanted(): boolean;
  /** Called on Escape before anything else was typed. */
  giveUp?(): void;
}

type UiState = ReturnType<typeof useUi.getState>;

/** Shows a part of the page that may have to be loaded. Keys typed meanwhile are typed into it. */
export function openPart<Name extends keyof UiState>(part: Pick<UiState, Name>): void {
  const before = useUi.getState();
  // `Object.keys` loses the type of the names.
  const names = Object.keys(part) as Name[];
  setUi(part);
  typeIntoPopup({
    isWanted: () => names.every((name) => useUi.getState()[name] === part[name]),
    giveUp: () => setUi(Object.fromEntries(names.map((name) => [name, before[name]]))),
  });
}

/** Holds typed keys until the requested dialog or menu has the focus. */
export function typeIntoPopup({ isWanted, giveUp }: Opening): void {
  const from = document.activeElement;
  const popupBefore = from?.closest(popups);
  const hasFocus = (): boolean => {
    const popup = openPopupOf(document.activeElement);
    return popup !== null && popup !== popupBefore;
  };
  focusWhenShown(hasFocus, {
    forMs: longestMs,
    from,
    isGivenUp: () => !isWanted(),
    ...(giveUp && { giveUp }),
  });
}

/** Returns the dialog, menu or list of choices around an element, unless it is closing. */
export function openPopupOf(element: Element | null): Element | null {
  const popup = element?.closest(popups) ?? null;
  const isClosing = popup !== null && popup.closest("[data-closed]") !== null;
  return isClosing ? null : popup;
}

/** Holds typed keys until a text in one of the elements has the focus. */
export function typeIntoText(elements: string, isWanted: () => boolean): void {
  const hasFocus = (): boolean => {
    const { activeElement } = document;
    return isInText(activeElement) && activeElement?.closest(elements) !== null;
  };
  const from = document.activeElement;
  focusWhenShown(hasFocus, { forMs: longestMs, from, isGivenUp: () => !isWanted() });
}
