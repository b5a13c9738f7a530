import { useEffect } from "react";
import { keepListed, showList, useSelection } from "../../state/selection.ts";
import type { ViewAddress } from "../../state/view-address.ts";
import type { TimelineRows } from "./use-timeline-rows.ts";

/** Keeps what is selected to the memos of the list that is shown; says whether something is. */
export function useListSelection(
  address: ViewAddress,
  { memoIds, isFetching }: Pick<TimelineRows, "memoIds" | "isFetching">,
): boolean {
  const list = JSON.stringify(address);
  useEffect(() => showList(list), [list]);
  // A list that is still being read has lost nothing.
  const isRead = memoIds.length > 0 || !isFetching;
  useEffect(() => {
    if (isRead) keepListed(memoIds);
  }, [memoIds, isRead]);
  return useSelection(({ ids }) => ids.size > 0);
}
