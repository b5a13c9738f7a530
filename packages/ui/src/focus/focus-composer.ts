export const composerId = "composer";

/** Focuses the composer; returns false if it isn't on screen. */
export function focusComposer(): boolean {
  const field = document.querySelector<HTMLElement>(
    `#${composerId} :is(textarea, [role="textbox"])`,
  );
  // During a search it stays mounted, but hidden.
  if (field === null || field.closest("[hidden]") !== null) return false;
  field.focus();
  return true;
}
