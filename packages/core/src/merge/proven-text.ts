import { mergeTexts, replaceRange, textHash } from "../text/index.ts";
import type { MemoOp } from "./memo-op.ts";
import type { MemoPlan } from "./plan-memo.ts";

/**
 * Returns the text that a device had after its edit, or null if it can't be known. `base` is the text that the
 * edit was made on. Peers of 0.2 don't send the edit itself: then the text is the server's with the edit and
 * without the changes that the device hadn't seen, if that has the hash which the device sent.
 */
export function findSenderText(
  op: Extract<MemoOp, { kind: "memo.text" }>,
  base: string,
  { before, after }: Pick<MemoPlan, "before" | "after">,
): string | null {
  if (before === null || after === null) return null;
  const text =
    op.edit === undefined
      ? mergeTexts(before.row.content, after.row.content, base)
      : replaceRange(base, op.edit);
  return textHash(text) === op.resultSha ? text : null;
}
