import { type KeyboardEvent, useLayoutEffect, useMemo, useRef } from "react";
import { useLanguage, writtenAs } from "../../language/language.ts";
import { useMediaQuery } from "../../state/use-media-query.ts";
import { dateFormat } from "../../time/date-format.ts";
import { dayKey } from "../../time/day-label.ts";
import { firstDayOfWeek, type MonthDay, tideOf } from "../month-grid.ts";
import { weekdays } from "../weekdays.ts";
import { yearStrings } from "./strings.ts";
import { dayByKey, monthSpans, weeksOfYear } from "./year-grid.ts";

/** Minimum width for 53 weeks side by side; below it, weeks are rows. */
const wideQuery = "(min-width: 900px)";

interface YearTableProps {
  readonly year: number;
  /** Year in the locale's format. */
  readonly name: string;
  readonly counts: ReadonlyMap<string, number>;
  readonly activeMs: number;
  readonly todayKey: string;
  move(ms: number): void;
  choose(ms: number): void;
}

/** Days of a year; one is a tab stop, and arrow keys move between them. */
export function YearTable(props: YearTableProps) {
  useLanguage();
  const { year, name, activeMs, move } = props;
  const isWide = useMediaQuery(wideQuery);
  const locale = writtenAs();
  const firstDay = useMemo(() => firstDayOfWeek(locale), [locale]);
  const weeks = useMemo(() => weeksOfYear(year, firstDay), [year, firstDay]);
  const table = useRef<HTMLTableElement>(null);
  const isMoved = useRef(false);
  useLayoutEffect(() => {
    const day = table.current?.querySelector<HTMLElement>("[tabindex='0']");
    if (isMoved.current) day?.focus();
    else day?.scrollIntoView({ block: "center" });
    isMoved.current = false;
  }, [activeMs, isWide]);

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const isRtl = getComputedStyle(event.currentTarget).direction === "rtl";
    const weeksAre = isWide ? "columns" : "rows";
    const to = dayByKey(event.key, activeMs, { weeksAre, firstDay, isRtl });
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    isMoved.current = true;
    move(to);
  };
  const cell = (day: MonthDay | null, place: number) => (
    <td key={day?.key ?? place} role="gridcell">
      {day !== null && <YearDay day={day} isWide={isWide} locale={locale} {...props} />}
    </td>
  );
  const names = weekdays(locale, firstDay);
  const month = (at: number, style: "short" | "long"): string =>
    dateFormat(locale, { month: style }).format(new Date(year, at, 1));

  return (
    <div className="year-scroll">
      <table
        ref={table}
        role="grid"
        aria-label={name}
        className={isWide ? "year year-wide" : "year year-narrow"}
        onKeyDown={onKeyDown}
      >
        {isWide ? (
          <>
            <thead>
              <tr>
                <td />
                {monthSpans(weeks).map((span) => (
                  <th key={span.month} scope="colgroup" colSpan={span.weeks}>
                    {month(span.month, "short")}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {names.map(({ narrow, long }, place) => (
                <tr key={long}>
                  <th scope="row" abbr={long}>
                    <span aria-hidden>{place % 2 === 0 ? narrow : ""}</span>
                    <span className="sr-only">{long}</span>
                  </th>
                  {weeks.map((week, at) => cell(week[place] ?? null, at))}
                </tr>
              ))}
            </tbody>
          </>
        ) : (
          <>
            <thead>
              <tr>
                <td />
                {names.map(({ narrow, long }) => (
                  <th key={long} scope="col" abbr={long}>
                    <span aria-hidden>{narrow}</span>
                    <span className="sr-only">{long}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeks.map((week) => {
                const first = week.find((day) => day?.date === 1);
                const begins = first === undefined || first === null ? null : first;
                return (
                  <tr key={week.find((day) => day !== null)?.key}>
                    {begins === null ? (
                      <td />
                    ) : (
                      <th scope="row">{month(new Date(begins.startMs).getMonth(), "short")}</th>
                    )}
                    {week.map(cell)}
                  </tr>
                );
              })}
            </tbody>
          </>
        )}
      </table>
    </div>
  );
}

function YearDay(
  props: YearTableProps & {
    readonly day: MonthDay;
    readonly isWide: boolean;
    readonly locale: string;
  },
) {
  useLanguage();
  const { day, counts, isWide, choose } = props;
  const count = counts.get(day.key) ?? 0;
  const isActive = dayKey(props.activeMs) === day.key;
  const words = dateFormat(props.locale, { day: "numeric", month: "long" }).format(day.startMs);
  const label = yearStrings.day(words, count);
  return (
    <button
      type="button"
      className={isWide ? "year-day" : "month-day"}
      tabIndex={isActive ? 0 : -1}
      data-tide={count === 0 && !isWide ? undefined : tideOf(count)}
      data-count={count === 0 ? undefined : count}
      data-odd={(!isWide && new Date(day.startMs).getMonth() % 2 === 1) || undefined}
      aria-current={day.key === props.todayKey ? "date" : undefined}
      aria-label={label}
      title={label}
      onClick={() => choose(day.startMs)}
    >
      {!isWide && day.date}
    </button>
  );
}
