/**
 * What takes the focus when a popup is gone: what opened it, unless somebody moved the focus on while
 * the popup went. For `finalFocus`, which asks only once the popup has left the page; an element
 * given there outright takes the focus from whoever is typing elsewhere by then.
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
