import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { MemoPages } from "./memo-pages.ts";
import type { TaskPages } from "./task-pages.ts";

/** A list that is to be read again still is: what was put into it by hand does not make it true. */
export function putPages(queries: QueryClient, key: QueryKey, pages: MemoPages | TaskPages): void {
  const isOld = queries.getQueryState(key)?.isInvalidated === true;
  queries.setQueryData(key, pages);
  if (isOld) void queries.invalidateQueries({ queryKey: key, exact: true, refetchType: "none" });
}
