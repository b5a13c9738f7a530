import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { MemoCount } from "@tidemark/core/router";
import { useDeferredValue } from "react";
import { useClient } from "../data/client.tsx";
import { queryKeys } from "../data/queries.ts";
import { useLanguage } from "../language/language.ts";
import { calledOut } from "../memo/first-line.ts";
import { MemoWords } from "../tags/memo-words.tsx";
import { dayLabel } from "../time/day-label.ts";
import { useDay } from "../time/use-day.ts";
import { viewStrings } from "./strings.ts";

const shown = 3;

/** Number of memos that a filter matches, and the newest of them, while it is edited. */
export function ViewPreview(props: { readonly filter: string; readonly isWrong: boolean }) {
  useLanguage();
  const nowMs = useDay();
  const client = useClient();
  const filter = useDeferredValue(props.filter.trim());
  const found = useQuery({
    queryKey: queryKeys.viewPreview(filter),
    queryFn: async ({ signal }) => {
      // Includes others' memos, as the view will.
      const asked = { search: filter === "" ? "" : `=${filter}`, withOthers: true };
      const [count, { memos }] = await Promise.all([
        client.memos.count.query(asked, { signal }),
        client.memos.list.query({ ...asked, pageSize: shown }, { signal }),
      ]);
      return { count, memos };
    },
    // While the filter is invalid, the last valid result stays.
    enabled: !props.isWrong,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  }).data;
  return (
    <section className="view-preview" aria-busy={props.isWrong}>
      <p role="status" className="text-small text-text-2">
        {found === undefined ? viewStrings.counting : countWords(found.count)}
      </p>
      <ul>
        {found?.memos.map((memo) => (
          <li key={memo.id} className="flex items-baseline gap-3 text-small">
            <span dir="auto" className="truncate">
              <MemoWords memo={memo}>{calledOut(memo)}</MemoWords>
            </span>
            <span className="ms-auto flex-none text-meta text-text-3">
              {dayLabel(memo.createdMs, nowMs)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the count in words: "38 memos", or a lower bound. */
function countWords({ count, isMore }: MemoCount): string {
  if (count === 0) return viewStrings.none;
  return isMore ? viewStrings.many(count) : viewStrings.count(count);
}
