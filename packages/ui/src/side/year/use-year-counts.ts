import { useQuery } from "@tanstack/react-query";
import { useClient } from "../../data/client.tsx";
import { queryKeys } from "../../data/queries.ts";
import { clockSpansOf } from "../month-grid.ts";
import { countDays } from "../use-day-counts.ts";

/** How many memos were written on each day of a year, by the day's key. */
export function useYearCounts(year: number): ReadonlyMap<string, number> {
  const client = useClient();
  const { data } = useQuery({
    queryKey: [...queryKeys.allDays, "year", year],
    queryFn: () => countDays(client, clockSpansOf(new Date(year, 0, 1), new Date(year + 1, 0, 1))),
  });
  return data ?? none;
}

const none: ReadonlyMap<string, number> = new Map();
