import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useClient } from "../data/client.tsx";
import { type OnThisDay as Found, queryKeys } from "../data/queries.ts";
import { useLanguage } from "../language/language.ts";
import { firstLine } from "../memo/first-line.ts";
import { MemoWords } from "../tags/memo-words.tsx";
import { useGoToMemo } from "../state/view-address.ts";
import { dayKey } from "../time/day-label.ts";
import { sideStrings } from "./strings.ts";

/** Number of earlier years to search. */
const yearsBack = 12;
const shown = 4;

/** Memos written on this day in earlier years: the last one of each. */
export function OnThisDay({ nowMs }: { readonly nowMs: number }) {
  useLanguage();
  const client = useClient();
  const goToMemo = useGoToMemo();
  const titleId = useId();
  const today = dayKey(nowMs);
  const { data = [] } = useQuery({
    queryKey: queryKeys.onThisDay(today),
    queryFn: async ({ signal }): Promise<Found> => {
      const found = await Promise.all(
        earlierDays(nowMs).map(async (day) => {
          const { memos } = await client.memos.list.query(
            { search: writtenOn(day), pageSize: 1 },
            { signal },
          );
          return memos.map((memo) => ({ year: day.getFullYear(), memo }));
        }),
      );
      return found.flat().slice(0, shown);
    },
  });
  if (data.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="side-title">
        {sideStrings.onThisDay}
      </h2>
      <ul className="-mx-2">
        {data.map(({ year, memo }) => (
          <li key={memo.id}>
            <button
              type="button"
              className="side-row grid grid-cols-[40px_1fr] gap-x-2"
              onClick={() => goToMemo(memo.id)}
            >
              <span className="text-text-3 tabular-nums">{year}</span>
              <span className="line-clamp-2">
                <MemoWords memo={memo}>{firstLine(memo.content)}</MemoWords>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns this day in earlier years, newest first; 29 February only in leap years. */
function earlierDays(nowMs: number): Date[] {
  const now = new Date(nowMs);
  return Array.from(
    { length: yearsBack },
    (_, back) => new Date(now.getFullYear() - back - 1, now.getMonth(), now.getDate()),
  ).filter((day) => day.getDate() === now.getDate());
}

function writtenOn(day: Date): string {
  const end = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1);
  return `=created_ts >= timestamp("${day.toISOString()}") && created_ts < timestamp("${end.toISOString()}")`;
}
