import { fromBase64, textName, toBase64 } from "@tidemark/core/text";
import * as Y from "yjs";

/**
 * Returns a Yjs relative position in base64. It is attached to the character before it, so it moves with that
 * in every replica.
 */
export function placeOf(text: Y.Text, index: number): string {
  return toBase64(Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(text, index, -1)));
}

/** Returns the current index of a position; `null` if it is invalid or its character hasn't arrived. */
export function indexOf(text: Y.Text, place: string): number | null {
  const { doc } = text;
  if (doc === null) return null;
  try {
    const position = Y.decodeRelativePosition(fromBase64(place));
    // Resolving another name would create a type of that name in the document.
    if (position.tname !== null && position.tname !== textName) return null;
    const found = Y.createAbsolutePositionFromRelativePosition(position, doc);
    return found !== null && found.type === text ? found.index : null;
  } catch {
    return null;
  }
}
