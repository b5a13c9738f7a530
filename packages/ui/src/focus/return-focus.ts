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
    return isMovedOn ? false : (opener() ?? true);
  };
}
