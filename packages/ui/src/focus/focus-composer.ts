export const composerId = "composer";

/** Puts the caret into the composer; false when it is not on screen. */
export function focusComposer(): boolean {
  const content = document.querySelector<HTMLElement>(`#${composerId} [role="textbox"]`);
  content?.focus();
  return content !== null;
}
