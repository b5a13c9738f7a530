import { useUi } from "../state/ui-state.ts";
import { focusWhenShown } from "./focus-when-shown.ts";
import { isInText } from "./is-in-text.ts";

/** Maximum time to wait for a page whose code has to be loaded. */
const longestMs = 15_000;

/** Number of the page opened last, which ends the wait for those before it. */
let latest = 0;

/**
 * Holds typed keys until the page of a memo has the focus. Otherwise the first ones would be lost, and further
 * letters of the same word would be commands of the page.
 */
export function typeOnPage(id: string, href: string): void {
  const before = addressed();
  if (before === href) return;
  latest += 1;
  const number = latest;
  const isLeft = (): boolean => addressed() !== before && addressed() !== href;
  focusWhenShown(() => hasFocus(id), {
    forMs: longestMs,
    from: document.activeElement,
    isGivenUp: () => number !== latest || isLeft() || (addressed() === href && isMissing()),
  });
}

/** Returns the address in the form of a link, without filters. */
function addressed(): string {
  return location.hash.replace(/\?.*/, "");
}

function hasFocus(id: string): boolean {
  const page = document.getElementById(`memo-${id}`)?.closest(".memo-page");
  const { activeElement } = document;
  if (page?.contains(activeElement) !== true) return false;
  const isEdited = page.querySelector(".reading-editor") !== null;
  return isInText(activeElement) || !(isEdited || useUi.getState().editOnOpenId === id);
}

/** Returns true if a message has taken the place of the page. */
function isMissing(): boolean {
  return document.querySelector("[data-empty-message] > h1") !== null;
}
