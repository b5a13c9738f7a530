import { Dialog } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { useState } from "react";
import { useClient } from "../../data/client.tsx";
import { queryKeys } from "../../data/queries.ts";
import { focusFirstMemo } from "../../focus/focus-feed.ts";
import { useLanguage, writtenAs } from "../../language/language.ts";
import { dateSearch } from "../../search/date-search.ts";
import { setUi, useUi } from "../../state/ui-state.ts";
import { useGoTo } from "../../state/view-address.ts";
import { dateFormat } from "../../time/date-format.ts";
import { dayKey } from "../../time/day-label.ts";
import { useDay } from "../../time/use-day.ts";
import { clockSpansOf } from "../month-grid.ts";
import { OnThisDay } from "../on-this-day.tsx";
import { countDays } from "../use-day-counts.ts";
import { yearStrings } from "./strings.ts";
import { YearTable } from "./year-table.tsx";

const focusAfterMs = 300;
const none: ReadonlyMap<string, number> = new Map();

/** Year calendar with a mark for each day's number of memos; a day opens the memos from there. */
export function YearDialog() {
  useLanguage();
  const atMs = useUi((state) => state.yearAtMs);
  const [last, setLast] = useState(() => atMs ?? Date.now());
  // Keeps showing the last year while the dialog fades out.
  if (atMs !== null && atMs !== last) setLast(atMs);
  return (
    <Dialog.Root
      open={atMs !== null}
      onOpenChange={(isOpen) => isOpen || setUi({ yearAtMs: null })}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-scrim" />
        <Dialog.Popup
          className="popover year-sheet"
          initialFocus={() => document.querySelector<HTMLElement>(".year [tabindex='0']")}
        >
          <Year key={last} startMs={last} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Year({ startMs }: { readonly startMs: number }) {
  useLanguage();
  const goTo = useGoTo();
  const nowMs = useDay();
  const [activeMs, setActiveMs] = useState(() => startOfDay(startMs));
  const active = new Date(activeMs);
  const year = active.getFullYear();
  const counts = useYearCounts(year);
  const name = dateFormat(writtenAs(), { year: "numeric" }).format(active);
  const sum = [...counts.values()].reduce((all, count) => all + count, 0);
  const turn = (years: number): void => {
    const end = new Date(year + years, active.getMonth() + 1, 0).getDate();
    const date = Math.min(active.getDate(), end);
    setActiveMs(new Date(year + years, active.getMonth(), date).getTime());
  };
  const choose = (ms: number): void => {
    setUi({ yearAtMs: null });
    goTo({ view: "timeline", q: dateSearch("", dayKey(ms)) ?? "", in: "view" });
    // After the dialog has returned the focus and the list shows the day.
    setTimeout(focusFirstMemo, focusAfterMs);
  };
  return (
    <>
      <div className="flex items-center gap-1">
        <Dialog.Title className="text-dialog font-semibold tabular-nums" aria-live="polite">
          {name}
        </Dialog.Title>
        <span className="ms-2 text-small text-text-3 tabular-nums">{yearStrings.sum(sum)}</span>
        <span className="ms-auto" />
        <button
          type="button"
          className="icon-button"
          aria-label={yearStrings.previous}
          title={yearStrings.previous}
          onClick={() => turn(-1)}
        >
          <ChevronLeft size={16} strokeWidth={1.75} aria-hidden className="rtl:-scale-x-100" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={yearStrings.next}
          title={yearStrings.next}
          onClick={() => turn(1)}
        >
          <ChevronRight size={16} strokeWidth={1.75} aria-hidden className="rtl:-scale-x-100" />
        </button>
        <Dialog.Close
          className="icon-button"
          aria-label={yearStrings.close}
          title={yearStrings.close}
        >
          <X size={16} strokeWidth={1.75} aria-hidden />
        </Dialog.Close>
      </div>
      <Dialog.Description className="sr-only">{yearStrings.help}</Dialog.Description>
      <YearTable
        year={year}
        name={name}
        counts={counts}
        activeMs={activeMs}
        todayKey={dayKey(nowMs)}
        move={setActiveMs}
        choose={choose}
      />
      <div
        className="year-earlier"
        onClick={({ target }) => {
          if (target instanceof Element && target.closest("button") !== null) {
            setUi({ yearAtMs: null });
          }
        }}
      >
        <OnThisDay nowMs={nowMs} />
      </div>
    </>
  );
}

function startOfDay(ms: number): number {
  const date = new Date(ms);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** Queries the number of memos on each day of a year, by the day's key. */
function useYearCounts(year: number): ReadonlyMap<string, number> {
  const client = useClient();
  const { data } = useQuery({
    queryKey: [...queryKeys.allDays, "year", year],
    queryFn: () => countDays(client, clockSpansOf(new Date(year, 0, 1), new Date(year + 1, 0, 1))),
  });
  return data ?? none;
}
