import { describe, expect, test } from "vitest";
import { dayInside, dayLabel } from "./day-label.ts";

const now = new Date(2026, 10, 20, 14, 0).getTime();
const at = (year: number, month: number, day: number, hour = 12): number =>
  new Date(year, month - 1, day, hour).getTime();

describe("the label of a day", () => {
  test.each([
    [at(2026, 11, 20, 0), "Today"],
    [at(2026, 11, 19, 23), "Yesterday"],
    [at(2026, 11, 18), "Wed 18 Nov"],
    [at(2026, 1, 1), "Thu 1 Jan"],
    [at(2025, 11, 18), "Tue 18 Nov 2025"],
  ])("case %# is relative to today", (ms, label) => {
    expect(dayLabel(ms, now, "en-GB")).toBe(label);
  });

  test("has a lower-case form for use inside a sentence", () => {
    expect(dayInside(at(2026, 11, 20, 0), now, "en-GB")).toBe("today");
    expect(dayInside(at(2026, 11, 19, 23), now, "en-GB")).toBe("yesterday");
    expect(dayInside(at(2026, 11, 18), now, "en-GB")).toBe("Wed 18 Nov");
  });

  test("yesterday is the previous day across the start of a month", () => {
    const first = at(2026, 12, 1, 1);
    expect(dayLabel(at(2026, 11, 30, 23), first, "en-GB")).toBe("Yesterday");
  });
});
