import { useUi } from "../state/ui-state.ts";
import { memoOfHref } from "../state/view-address.ts";
import { focusWhenShown } from "./focus-when-shown.ts";
import { isInText } from "./is-in-text.ts";
import { openPopupOf } from "./open-part.ts";

/** Maximum time to wait for a page whose code has to be loaded. */
const longestMs = 15_000;

/** Increased to end the waits that began before. */
let latest = 0;

/**
 * Holds typed keys until the page of a memo that is being opened has the focus. Otherwise the first ones would be
 * lost, and further letters of the same word would be commands of the page.
 */
export function typeOnPage(id: string, href: string): void {
  if (addressed() !== href) holdKeysOf(id, href);
}

/** Does the same while the app starts on a memo's page, also with keys that were pressed before its scripts. */
export function typeOnFirstPage(): void {
  const { takeEarlyKeys } = globalThis as {
    readonly takeEarlyKeys?: () => readonly KeyboardEvent[];
  };
  const early = takeEarlyKeys?.() ?? [];
  const id = memoOfHref(addressed());
  if (id !== null) holdKeysOf(id, addressed(), early);
}

function holdKeysOf(id: string, href: string, pressed: readonly KeyboardEvent[] = []): void {
  latest += 1;
  const number = latest;
  const before = addressed();
  const from = document.activeElement;
  const popupBefore = openPopupOf(from);
  let hasArrived = false;
  const isWanted = (): boolean => {
    hasArrived ||= addressed() === href;
    return number === latest && addressed() === (hasArrived ? href : before);
  };
  const isInPopup = (): boolean => {
    const popup = openPopupOf(document.activeElement);
    return popup !== null && popup !== popupBefore;
  };
  focusWhenShown(() => isWanted() && hasFocus(id), {
    forMs: longestMs,
    from,
    pressed,
    isGivenUp: () => !isWanted() || isInPopup() || (hasArrived && isMissing()),
  });
}

/** Ends the wait for a page, so that keys act where the focus is. */
export function stopTypingOnPage(): void {
  latest += 1;
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
