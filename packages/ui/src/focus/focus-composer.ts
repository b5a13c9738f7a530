export const composerId = "composer";

/**
 * Focuses the composer itself instead of its text: neither a letter nor a command is typed by accident, and Tab
 * goes on from there.
 */
export function focusBesideDraft(): void {
  const composer = document.getElementById(composerId);
  if (composer === null) return;
  composer.tabIndex = -1;
  composer.addEventListener("blur", () => composer.removeAttribute("tabindex"), { once: true });
  composer.focus({ preventScroll: true });
}

let open = (): void => undefined;

/** Sets a function that shows a closed composer. */
export function openComposerBy(given: () => void): void {
  open = given;
}

/** Focuses the composer; returns false if it isn't on screen. */
export function focusComposer(): boolean {
  open();
  const field = document.querySelector<HTMLElement>(
    `#${composerId} :is(textarea, [role="textbox"])`,
  );
  // During a search it stays mounted, but hidden.
  if (field === null || field.closest("[hidden]") !== null) return false;
  field.focus();
  return true;
}
