export const composerId = "composer";

/** Puts the caret into the composer; false when it is not on screen. */
export function focusComposer(): boolean {
  const field = document.querySelector<HTMLElement>(
    `#${composerId} :is(textarea, [role="textbox"])`,
  );
  // It stays behind a search, hidden.
  if (field === null || field.closest("[hidden]") !== null) return false;
  field.focus();
  return true;
}
