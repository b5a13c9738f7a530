import type { MemoView } from "@tidemark/core/router";
import type { ViewName } from "./view-address.ts";

/** Returns true if everyone on the server can read the memo. */
export function isShownToAll({ visibility }: Pick<MemoView, "visibility">): boolean {
  return visibility === "PROTECTED" || visibility === "PUBLIC";
}

/**
 * Returns true if another user shares the memo with everyone: it is listed in Explore, not in the timeline.
 */
export function isOthersForAll(memo: Pick<MemoView, "author" | "visibility">): boolean {
  return memo.author !== null && isShownToAll(memo);
}

/** Returns the view that a memo's tags link to: the one that lists the memo. */
export function viewOfTags(memo: Pick<MemoView, "author" | "visibility">): ViewName {
  return isOthersForAll(memo) ? "explore" : "timeline";
}
