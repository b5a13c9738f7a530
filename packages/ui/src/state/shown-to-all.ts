import type { MemoView } from "@tidemark/core/router";
import type { ViewName } from "./view-address.ts";

/** Whether everybody on the server may read it. */
export function isShownToAll({ visibility }: Pick<MemoView, "visibility">): boolean {
  return visibility === "PROTECTED" || visibility === "PUBLIC";
}

/** Whether somebody else shows it to everybody: such memos stand in Explore, and not in the timeline. */
export function isOthersForAll(memo: Pick<MemoView, "author" | "visibility">): boolean {
  return memo.author !== null && isShownToAll(memo);
}

/** Where a tag of a memo leads: to where the memo itself is listed. */
export function viewOfTags(memo: Pick<MemoView, "author" | "visibility">): ViewName {
  return isOthersForAll(memo) ? "explore" : "timeline";
}
