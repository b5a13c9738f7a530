import { useEffect } from "react";
import { keepListed, showList, useSelection } from "../../state/selection.ts";
import type { ViewAddress } from "../../state/view-address.ts";
import type { TimelineRows } from "./use-timeline-rows.ts";

/** Limits the selection to the memos of the current list. Returns true if at least one is selected. */
export function useListSelection(
  address: ViewAddress,
  { memoIds, isFetching }: Pick<TimelineRows, "memoIds" | "isFetching">,
): boolean {
  const list = JSON.stringify(address);
  useEffect(() => showList(list), [list]);
  // An empty list that is still loading must not clear the selection.
  const isRead = memoIds.length > 0 || !isFetching;
  useEffect(() => {
    if (isRead) keepListed(memoIds);
  }, [memoIds, isRead]);
  return useSelection(({ ids }) => ids.size > 0);
}
