import type { MemoRow } from "../model/memo.ts";
import type { Stamp } from "../model/stamp.ts";
import { memoFieldNames } from "./memo-fields.ts";

/**
 * Whether a memo began again (A15) after something was decided about it. That states every field by
 * itself, and later writes only raise stamps: so it stays told when the memo is dated, trashed or
 * brought back afterwards. What was decided was about the former memo.
 */
export function hasBegunAgain({ stamps }: Pick<MemoRow, "stamps">, decided: Stamp): boolean {
  return memoFieldNames.every((field) => {
    const stamp = stamps[field];
    return stamp !== undefined && stamp > decided;
  });
}
