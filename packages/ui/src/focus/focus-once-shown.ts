/** A list draws its rows within a few frames. */
const mostFrames = 60;

/**
 * Moves the focus to the card of a memo as soon as it is drawn: a row that is not measured yet cannot
 * have it. Whoever has gone elsewhere meanwhile stays there, and nothing scrolls.
 */
export function focusOnceShown(id: string, left = mostFrames): void {
  if ((document.activeElement ?? document.body) !== document.body) return;
  document.getElementById(`memo-${id}`)?.focus({ preventScroll: true });
  if (left > 0) requestAnimationFrame(() => focusOnceShown(id, left - 1));
}
