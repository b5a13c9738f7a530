import * as Y from "yjs";
import { applyTextUpdate, seedState, textName } from "@tidemark/core/text";
import type { SeededDraw } from "../seeded-draw.ts";

const batch = 5000;
const memo = "runaway";

/**
 * Replaces one random letter of a memo of 4,000 characters again and again, until the merge refuses or `most`
 * edits are done. With `isClientNew` each edit has a client id of its own.
 */
export function editUntilRefused(
  isClientNew: boolean,
  most: number,
  draw: SeededDraw,
): { readonly edits: number; readonly bytes: number; readonly refusal: string | null } {
  const doc = new Y.Doc();
  const content = "abcdefghi ".repeat(400);
  Y.applyUpdate(doc, seedState(memo, 1, content));
  const text = doc.getText(textName);
  let bytes = 0;
  for (let edits = 0; edits < most; edits += batch) {
    const state = Y.encodeStateAsUpdate(doc);
    const before = Y.encodeStateVector(doc);
    doc.transact(() => {
      for (let i = 0; i < batch; i += 1) {
        if (isClientNew || i === 0) doc.clientID = draw.below(2 ** 32);
        const at = draw.below(text.length - 1);
        text.delete(at, 1);
        text.insert(at, "x");
      }
    });
    const current = { memo, content: "", text: { gen: 1, state } };
    const merged = applyTextUpdate(current, Y.encodeStateAsUpdate(doc, before));
    bytes = state.length;
    if (!merged.ok) return { edits, bytes, refusal: merged.error.type };
  }
  return { edits: most, bytes, refusal: null };
}
