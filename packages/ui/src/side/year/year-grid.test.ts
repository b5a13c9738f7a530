import { describe, expect, test } from "vitest";
import { dayKey } from "../../time/day-label.ts";
import { clockSpansOf } from "../month-grid.ts";
import { dayByKey, monthSpans, weeksOfYear, type YearLayout } from "./year-grid.ts";

const monday = 1;
const saturday = 6;
const sunday = 7;

describe("a year in weeks", () => {
  test.each([
    [2026, monday, 53, 365],
    [2026, sunday, 53, 365],
    [2026, saturday, 53, 365],
    [2024, monday, 53, 366],
    // Leap year that starts on the last day of a week.
    [2028, sunday, 54, 366],
    [2000, sunday, 54, 366],
    [1900, monday, 53, 365],
    // Common year that starts on the first day of a week.
    [2018, monday, 53, 365],
  ])("%i with weeks from day %i has %i of them and %i days", (year, firstDay, count, length) => {
    const weeks = weeksOfYear(year, firstDay);
    const days = weeks.flat().filter((day) => day !== null);
    expect(weeks.length).toBe(count);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
    expect(new Set(days.map(({ key }) => key)).size).toBe(length);
    expect(days[0]?.key).toBe(`${year}-01-01`);
    expect(days.at(-1)?.key).toBe(`${year}-12-31`);
    // Each day is in its weekday's slot, even around clock changes.
    for (const week of weeks) {
      for (const [place, day] of week.entries()) {
        if (day === null) continue;
        expect(new Date(day.startMs).getDay() || 7).toBe(((firstDay - 1 + place) % 7) + 1);
        expect(new Date(day.startMs).getHours()).toBe(0);
      }
    }
  });

  test("has its twelve months in order over all weeks", () => {
    for (const year of [2024, 2026, 2028]) {
      const weeks = weeksOfYear(year, sunday);
      const spans = monthSpans(weeks);
      expect(spans.map(({ month }) => month)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
      expect(spans.reduce((sum, each) => sum + each.weeks, 0)).toBe(weeks.length);
    }
  });

  test("is counted in spans without a gap, each within the host's limit", () => {
    for (const year of [2024, 2026]) {
      const from = new Date(year, 0, 1);
      const end = new Date(year + 1, 0, 1);
      const spans = clockSpansOf(from, end);
      expect(spans[0]?.fromMs).toBe(from.getTime());
      expect(spans.at(-1)?.toMs).toBe(end.getTime());
      for (const [index, span] of spans.entries()) {
        if (index > 0) expect(span.fromMs).toBe(spans[index - 1]?.toMs);
        expect(span.toMs - span.fromMs).toBeLessThanOrEqual(400 * 86_400_000);
      }
    }
  });
});

describe("keys in a year", () => {
  const columns: YearLayout = { weeksAre: "columns", firstDay: monday, isRtl: false };
  const from = new Date(2026, 2, 31).getTime();
  const by = (key: string, layout = columns, start = from): string | null => {
    const found = dayByKey(key, start, layout);
    return found === null ? null : dayKey(found);
  };

  test("move by a day and a week in both layouts", () => {
    expect(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"].map((key) => by(key))).toEqual([
      "2026-03-30",
      "2026-04-01",
      "2026-03-24",
      "2026-04-07",
    ]);
    const rows: YearLayout = { ...columns, weeksAre: "rows" };
    expect(by("ArrowDown", rows)).toBe("2026-04-07");
    expect(by("ArrowRight", rows)).toBe("2026-04-01");
    expect(by("ArrowRight", { ...rows, isRtl: true })).toBe("2026-03-30");
  });

  test("move to both ends of a week, whichever day it starts on", () => {
    // 31 March 2026 is a Tuesday.
    expect([by("Home"), by("End")]).toEqual(["2026-03-30", "2026-04-05"]);
    const later = (firstDay: number): YearLayout => ({ ...columns, firstDay });
    expect([by("Home", later(sunday)), by("End", later(sunday))]).toEqual([
      "2026-03-29",
      "2026-04-04",
    ]);
    expect([by("Home", later(saturday)), by("End", later(saturday))]).toEqual([
      "2026-03-28",
      "2026-04-03",
    ]);
  });

  test("move by a month, to its last day if it is shorter, and into other years", () => {
    expect(by("PageUp")).toBe("2026-02-28");
    expect(by("PageDown")).toBe("2026-04-30");
    expect(by("PageUp", columns, new Date(2024, 2, 31).getTime())).toBe("2024-02-29");
    expect(by("PageDown", columns, new Date(2026, 11, 15).getTime())).toBe("2027-01-15");
    expect(by("ArrowDown", columns, new Date(2026, 11, 31).getTime())).toBe("2027-01-01");
  });

  test("are ignored if they have no meaning", () => {
    expect([by("Enter"), by("a"), by("Tab")]).toEqual([null, null, null]);
  });
});
