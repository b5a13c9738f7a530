/**
 * Returns a `finalFocus` for a popup: its opener gets the focus, unless the focus has moved while the popup
 * closed. A function runs only once the popup has left the page. An element would take the focus from a user
 * who is typing elsewhere by then.
 */
export function returnFocus(
  opener: () => HTMLElement | null | undefined,
): () => HTMLElement | boolean {
  return () => {
    const focused = document.activeElement;
    const isMovedOn =
      focused !== null && focused !== document.body && focused.closest("[data-closed]") === null;
    if (isMovedOn) return false;
    const element = opener();
    // The popup would focus the first link or box in an element that Tab skips, such as the text of a page.
    element?.focus({ preventScroll: true });
    if (element === document.activeElement) return false;
    return element ?? true;
  };
}
