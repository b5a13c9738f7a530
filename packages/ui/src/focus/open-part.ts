import { setUi, useUi } from "../state/ui-state.ts";
import { focusWhenShown } from "./focus-when-shown.ts";
import { isInText } from "./is-in-text.ts";

const popups = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Parts may come over a way that is slow. */
const longestMs = 15_000;

interface Opening {
  /** Whether the part is still wanted. */
  isWanted(): boolean;
  /** Called on Escape before anything else was typed. */
  giveUp?(): void;
}

type UiState = ReturnType<typeof useUi.getState>;

/** Shows a part of the page that may still have to be loaded. What is typed meanwhile is typed there. */
export function openPart<Name extends keyof UiState>(part: Pick<UiState, Name>): void {
  const before = useUi.getState();
  // A part is given with what it is to show alone.
  const names = Object.keys(part) as Name[];
  setUi(part);
  typeIntoPopup({
    isWanted: () => names.every((name) => useUi.getState()[name] === part[name]),
    giveUp: () => setUi(Object.fromEntries(names.map((name) => [name, before[name]]))),
  });
}

/** Holds what is typed until the dialog or menu that was asked for has the focus. */
export function typeIntoPopup({ isWanted, giveUp }: Opening): void {
  const from = document.activeElement;
  const popupBefore = from?.closest(popups);
  const hasFocus = (): boolean => {
    const popup = document.activeElement?.closest(popups) ?? null;
    return popup !== null && popup !== popupBefore && popup.closest("[data-closed]") === null;
  };
  focusWhenShown(hasFocus, {
    forMs: longestMs,
    from,
    isGivenUp: () => !isWanted(),
    ...(giveUp && { giveUp }),
  });
}

/** Holds what is typed until a text in one of those elements has the focus. */
export function typeIntoText(elements: string, isWanted: () => boolean): void {
  const hasFocus = (): boolean => {
    const { activeElement } = document;
    return isInText(activeElement) && activeElement?.closest(elements) !== null;
  };
  const from = document.activeElement;
  focusWhenShown(hasFocus, { forMs: longestMs, from, isGivenUp: () => !isWanted() });
}
