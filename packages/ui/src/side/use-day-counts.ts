import { useQuery } from "@tanstack/react-query";
import { type TidemarkClient, useClient } from "../data/client.tsx";
import { queryKeys } from "../data/queries.ts";
import { type ClockSpan, clockSpans, countedDay, type Month } from "./month-grid.ts";

/** Queries the number of memos on each day of a month, by the day's key. */
export function useDayCounts(month: Month): ReadonlyMap<string, number> {
  const client = useClient();
  const { data } = useQuery({
    queryKey: queryKeys.days(month),
    queryFn: () => countDays(client, clockSpans(month)),
  });
  return data ?? none;
}

/** Returns the number of memos on each day of the spans. */
export async function countDays(
  client: TidemarkClient,
  spans: readonly ClockSpan[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const span of spans) {
    for (const { day, count } of await client.memos.days.query(span)) {
      const key = countedDay(day, span);
      counts.set(key, (counts.get(key) ?? 0) + count);
    }
  }
  return counts;
}

const none: ReadonlyMap<string, number> = new Map();
