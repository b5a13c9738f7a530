import type { Piece } from "./hit-text.ts";

/** Renders a text with its matches marked. */
export function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  // The pieces never change their order, so the index is a stable key.
  return pieces.map(({ text, isHit }, at) => (isHit ? <mark key={at}>{text}</mark> : text));
}
