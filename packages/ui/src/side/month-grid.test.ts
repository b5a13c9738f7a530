import { describe, expect, test } from "vitest";
import {
  clockSpans,
  countedDay,
  firstDayOfWeek,
  monthsLater,
  tideOf,
  weeksOf,
} from "./month-grid.ts";

const drawn = (year: number, month: number, firstDay: number): string[] =>
  weeksOf({ year, month }, firstDay).map((week) => week.map((day) => day?.date ?? "·").join(" "));

describe("a month", () => {
  test("is split into weeks that start on Monday or Sunday", () => {
    expect(drawn(2026, 10, 1)).toEqual([
      "· · · · · · 1",
      "2 3 4 5 6 7 8",
      "9 10 11 12 13 14 15",
      "16 17 18 19 20 21 22",
      "23 24 25 26 27 28 29",
      "30 · · · · · ·",
    ]);
    expect(drawn(2026, 10, 7)[0]).toBe("1 2 3 4 5 6 7");
    expect(drawn(2024, 1, 1).join(" ")).toContain("29");
  });

  test("is added and subtracted across the turn of the year", () => {
    expect(monthsLater({ year: 2026, month: 11 }, 1)).toEqual({ year: 2027, month: 0 });
    expect(monthsLater({ year: 2026, month: 0 }, -1)).toEqual({ year: 2025, month: 11 });
  });

  test.each([
    ["de-DE", 1],
    ["en-US", 7],
    ["en-GB", 1],
    ["ja", 7],
  ])("in %s its weeks start on day %i", (locale, day) => {
    expect(firstDayOfWeek(locale)).toBe(day);
  });

  test("is covered by its spans without a gap", () => {
    // Clocks change in March and October in zones with summer time.
    for (const month of [1, 2, 9, 10]) {
      const spans = clockSpans({ year: 2026, month });
      expect(spans[0]?.fromMs).toBe(new Date(2026, month, 1).getTime());
      expect(spans.at(-1)?.toMs).toBe(new Date(2026, month + 1, 1).getTime());
      for (const [index, span] of spans.entries()) {
        expect(span.fromMs).toBe(index === 0 ? span.fromMs : spans[index - 1]?.toMs);
      }
    }
  });

  test("an extra hour on its last day counts as that day", () => {
    const toMs = new Date(2026, 9, 26).getTime();
    const fromMs = new Date(2026, 9, 25).getTime();
    // As if the clock was put back since: the offset of the morning is an hour larger.
    const offsetMs = (60 - new Date(toMs).getTimezoneOffset()) * 60_000;
    const span = { fromMs, toMs, offsetMs };
    const dayOf = (ms: number): number => Math.floor((ms + offsetMs) / 86_400_000);
    expect(countedDay(dayOf(fromMs), span)).toBe("2026-10-25");
    const late = toMs - 1_800_000;
    expect(dayOf(late)).toBe(dayOf(fromMs) + 1);
    expect(countedDay(dayOf(late), span)).toBe("2026-10-25");
  });
});

test("tide marks grow with the number of memos", () => {
  expect([0, 1, 2, 3, 5, 6, 11, 12, 400].map(tideOf)).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4]);
});
