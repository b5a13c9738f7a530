import { expect, test } from "vitest";
import { daysToChoose, endOf } from "./lifetime.ts";

const nowMs = new Date(2026, 10, 23, 12).getTime();
const hoursTo = (endMs: number | null | undefined): number => ((endMs ?? 0) - nowMs) / 3_600_000;

test("a link expires after a number of days, or never", () => {
  expect(hoursTo(endOf("day", "", nowMs))).toBe(24);
  expect(hoursTo(endOf("week", "", nowMs))).toBe(7 * 24);
  expect(hoursTo(endOf("month", "", nowMs))).toBe(30 * 24);
  expect(endOf("never", "", nowMs)).toBeNull();
});

test("a link until a date is valid for all of that day", () => {
  expect(endOf("date", "2026-11-23", nowMs)).toBe(new Date(2026, 10, 24).getTime());
  expect(endOf("date", "2026-12-31", nowMs)).toBe(new Date(2027, 0, 1).getTime());
});

test.each(["", "2026-11-22", "nonsense", "2026-1-1", "999999-99-99"])(
  "%j is an invalid expiry date",
  (date) => expect(endOf("date", date, nowMs)).toBeUndefined(),
);

test("today can be chosen, and a week from now is the default", () => {
  expect(daysToChoose(nowMs)).toEqual({ first: "2026-11-23", offered: "2026-11-30" });
});
