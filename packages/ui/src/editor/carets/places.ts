import { fromBase64, textName, toBase64 } from "@tidemark/core/text";
import * as Y from "yjs";

/**
 * A place in a shared text that means the same in every replica: behind the character that stands
 * before it, so that it goes along with what is written there.
 */
export function placeOf(text: Y.Text, index: number): string {
  return toBase64(Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(text, index, -1)));
}

/** Where a place is by now; null while the character has not come, and of what is no place. */
export function indexOf(text: Y.Text, place: string): number | null {
  const { doc } = text;
  if (doc === null) return null;
  try {
    const position = Y.decodeRelativePosition(fromBase64(place));
    // Asking for another name would make a text of that name.
    if (position.tname !== null && position.tname !== textName) return null;
    const found = Y.createAbsolutePositionFromRelativePosition(position, doc);
    return found !== null && found.type === text ? found.index : null;
  } catch {
    return null;
  }
}
