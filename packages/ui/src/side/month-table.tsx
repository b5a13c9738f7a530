import { ChevronLeft, ChevronRight } from "lucide-react";
import { useMemo, useState } from "react";
import { useLanguage, writtenAs } from "../language/language.ts";
import { dateSearch } from "../search/date-search.ts";
import { setUi } from "../state/ui-state.ts";
import { useGoTo } from "../state/view-address.ts";
import { dateFormat } from "../time/date-format.ts";
import { dayKey } from "../time/day-label.ts";
import {
  firstDayOfWeek,
  type Month,
  monthOf,
  monthsLater,
  tideOf,
  weeksOf,
  type MonthDay,
} from "./month-grid.ts";
import { sideStrings } from "./strings.ts";
import { weekdays } from "./weekdays.ts";
import { useDayCounts } from "./use-day-counts.ts";

/** Month calendar with a mark for each day's number of memos; a day opens the memos from there. */
export function MonthTable({ nowMs }: { readonly nowMs: number }) {
  useLanguage();
  const [shown, setShown] = useState(() => monthOf(nowMs));
  const counts = useDayCounts(shown);
  const locale = writtenAs();
  const firstDay = useMemo(() => firstDayOfWeek(locale), [locale]);
  const weeks = useMemo(() => weeksOf(shown, firstDay), [shown, firstDay]);
  const title = dateFormat(locale, { month: "long", year: "numeric" }).format(
    new Date(shown.year, shown.month, 1),
  );
  const today = dayKey(nowMs);
  return (
    <section aria-labelledby="month-title">
      <div className="side-title">
        <h2 id="month-title" aria-live="polite">
          <button
            type="button"
            className="month-title"
            aria-label={sideStrings.showYear(title)}
            aria-haspopup="dialog"
            onClick={() => setUi({ yearAtMs: dayIn(shown, nowMs) })}
          >
            {title}
          </button>
        </h2>
        <span className="ms-auto flex">
          <button
            type="button"
            className="icon-button size-6!"
            aria-label={sideStrings.previousMonth}
            onClick={() => setShown(monthsLater(shown, -1))}
          >
            <ChevronLeft size={14} strokeWidth={1.75} aria-hidden className="rtl:-scale-x-100" />
          </button>
          <button
            type="button"
            className="icon-button size-6!"
            aria-label={sideStrings.nextMonth}
            onClick={() => setShown(monthsLater(shown, 1))}
          >
            <ChevronRight size={14} strokeWidth={1.75} aria-hidden className="rtl:-scale-x-100" />
          </button>
        </span>
      </div>
      <table className="month">
        <thead>
          <tr>
            {weekdays(locale, firstDay).map(({ narrow, long }) => (
              <th key={long} scope="col" abbr={long}>
                <span aria-hidden>{narrow}</span>
                <span className="sr-only">{long}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find((day) => day !== null)?.key}>
              {week.map((day, place) => (
                <td key={day?.key ?? place}>
                  {day !== null && (
                    <DayCell
                      day={day}
                      count={counts.get(day.key) ?? 0}
                      isToday={day.key === today}
                      locale={locale}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function DayCell(props: {
  readonly day: MonthDay;
  readonly count: number;
  readonly isToday: boolean;
  readonly locale: string;
}) {
  useLanguage();
  const { day, count, isToday } = props;
  const goTo = useGoTo();
  const label = sideStrings.memosOn(
    dateFormat(props.locale, { day: "numeric", month: "long" }).format(day.startMs),
    count,
  );
  if (count === 0) {
    return (
      <span className="month-day" aria-current={isToday ? "date" : undefined}>
        {day.date}
      </span>
    );
  }
  return (
    <button
      type="button"
      className="month-day"
      data-tide={tideOf(count)}
      aria-current={isToday ? "date" : undefined}
      aria-label={label}
      title={label}
      onClick={() => goTo({ view: "timeline", q: dateSearch("", day.key) ?? "", in: "view" })}
    >
      {day.date}
    </button>
  );
}

/** Returns today in the current month, the first day of any other. */
function dayIn({ year, month }: Month, nowMs: number): number {
  const now = monthOf(nowMs);
  return now.year === year && now.month === month ? nowMs : new Date(year, month, 1).getTime();
}
