import type { MemoRow } from "../model/memo.ts";
import type { Stamp } from "../model/stamp.ts";
import { memoFieldNames } from "./memo-fields.ts";

/**
 * Returns true if a memo began again (A15, A15a) after the stamp of a decision about it. Beginning again
 * stamps every field separately, and later writes only raise stamps. The result therefore stays true when the
 * memo is later dated, trashed or restored. The decision was about the former memo.
 */
export function hasBegunAgain({ stamps }: Pick<MemoRow, "stamps">, decided: Stamp): boolean {
  return memoFieldNames.every((field) => {
    const stamp = stamps[field];
    return stamp !== undefined && stamp > decided;
  });
}
