import type { MemoCount } from "@tidemark/core/router";
import { viewStrings } from "./strings.ts";

/** "38 memos", or how many more than which there are. */
export function countWords({ count, isMore }: MemoCount): string {
  if (count === 0) return viewStrings.none;
  return isMore ? viewStrings.many(count) : viewStrings.count(count);
}
