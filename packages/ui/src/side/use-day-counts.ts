import { useQuery } from "@tanstack/react-query";
import { useClient } from "../data/client.tsx";
import { queryKeys } from "../data/queries.ts";
import { clockSpans, countedDay, type Month } from "./month-grid.ts";

/** How many memos were written on each day of a month, by the day's key. */
export function useDayCounts(month: Month): ReadonlyMap<string, number> {
  const client = useClient();
  const { data } = useQuery({
    queryKey: queryKeys.days(month),
    queryFn: async () => {
      const counts = new Map<string, number>();
      for (const span of clockSpans(month)) {
        for (const { day, count } of await client.memos.days.query(span)) {
          const key = countedDay(day, span);
          counts.set(key, (counts.get(key) ?? 0) + count);
        }
      }
      return counts;
    },
  });
  return data ?? none;
}

const none: ReadonlyMap<string, number> = new Map();
