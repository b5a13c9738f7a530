/** Rectangle in the window, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const gap = 8;

/** Returns the distance in pixels to move a box up to clear the others; 0 if it would leave the window. */
export function liftOver(box: Box, others: readonly Box[]): number {
  const beside = others.filter(({ left, right }) => left < box.right && right > box.left);
  let lift = 0;
  // From the bottom up: a box that was cleared can't overlap again.
  for (const other of beside.toSorted((a, b) => b.bottom - a.bottom)) {
    const isMet = other.top < box.bottom - lift && other.bottom > box.top - lift;
    if (isMet) lift = box.bottom - other.top + gap;
  }
  return box.top - lift < 0 ? 0 : lift;
}
