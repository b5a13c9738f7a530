/** Edges in pixels of the window. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const gap = 8;

/** How far up something goes so that it covers none of these; nothing where the window has no such place. */
export function liftOver(box: Box, others: readonly Box[]): number {
  const beside = others.filter(({ left, right }) => left < box.right && right > box.left);
  let lift = 0;
  // From the lowest up: what one has been lifted over is never met again.
  for (const other of beside.toSorted((a, b) => b.bottom - a.bottom)) {
    const isMet = other.top < box.bottom - lift && other.bottom > box.top - lift;
    if (isMet) lift = box.bottom - other.top + gap;
  }
  return box.top - lift < 0 ? 0 : lift;
}
