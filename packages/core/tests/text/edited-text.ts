import type { MemoText } from "../../src/text/memo-text.ts";
import { applyTextUpdate, textUpdateTo } from "../../src/text/text-document.ts";

/** Returns a memo's text that was never edited. */
export const seedText = (content: string): MemoText => ({
  memo: "m1",
  content,
  text: { gen: 1, state: null },
});

/** Returns the text after a device changed it to `content`. */
export function editedText(current: MemoText, content: string, client: number): MemoText {
  const update = textUpdateTo(current, content, client);
  if (update === null) return current;
  const merged = applyTextUpdate(current, update);
  if (!merged.ok) throw new Error(merged.error.type);
  return { memo: current.memo, ...merged.value };
}
