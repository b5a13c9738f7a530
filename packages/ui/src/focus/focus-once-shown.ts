/** Maximum number of frames to wait; a list renders its rows within a few. */
const mostFrames = 60;

/**
 * Focuses the card of a memo once it is rendered, because a row that isn't measured yet can't have the focus.
 * Does nothing if something else has the focus by then, and never scrolls.
 */
export function focusOnceShown(id: string, left = mostFrames): void {
  if ((document.activeElement ?? document.body) !== document.body) return;
  document.getElementById(`memo-${id}`)?.focus({ preventScroll: true });
  if (left > 0) requestAnimationFrame(() => focusOnceShown(id, left - 1));
}
