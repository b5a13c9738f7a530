import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { compileFilter } from "../compile-filter.ts";
import { evaluatePlan } from "../evaluate-plan.ts";
import { nextFlipMs } from "../plan/next-flip.ts";
import { memoFilterSchema } from "../plan/schema.ts";
import { wordsToFilter } from "../search-words.ts";
import { localDayStart, utcDayStart } from "./days.ts";

const at = (time: string): number => Date.parse(time);

function planOf(typed: string, nowMs: number, dayStart = localDayStart) {
  const { cel } = wordsToFilter(typed);
  const plan = compileFilter(cel, { schema: memoFilterSchema, nowMs, dayStart });
  if (!plan.ok) throw new Error(plan.error.message);
  return plan.value;
}

function matches(typed: string, time: string, now: string): boolean {
  return evaluatePlan<{ createdMs: number }>(planOf(typed, at(now)))({ createdMs: at(time) });
}

const { TZ: zoneBefore } = process.env;

describe.each([
  ["Asia/Tokyo", "+09:00"],
  ["America/New_York", "-05:00"],
  ["Pacific/Kiritimati", "+14:00"],
  ["Pacific/Pago_Pago", "-11:00"],
  ["UTC", "Z"],
])("F18b · days in %s", (zone, offset) => {
  beforeEach(() => {
    process.env["TZ"] = zone;
  });
  afterEach(() => {
    process.env["TZ"] = zoneBefore;
  });

  test("are those of the reader's calendar", () => {
    const typed = "after:2026-11-20 before:2026-11-21";
    const now = `2026-11-25T12:00:00${offset}`;
    expect(matches(typed, `2026-11-20T00:00:00${offset}`, now)).toBe(true);
    expect(matches(typed, `2026-11-20T07:30:00${offset}`, now)).toBe(true);
    expect(matches(typed, `2026-11-20T23:59:59${offset}`, now)).toBe(true);
    expect(matches(typed, `2026-11-21T00:00:00${offset}`, now)).toBe(false);
    expect(matches(typed, `2026-11-19T23:59:59${offset}`, now)).toBe(false);
  });

  test("start at midnight today and yesterday", () => {
    for (const hour of ["00", "12", "23"]) {
      const now = `2026-11-20T${hour}:30:00${offset}`;
      expect(matches("after:today", `2026-11-20T00:00:00${offset}`, now)).toBe(true);
      expect(matches("after:today", `2026-11-19T23:59:59${offset}`, now)).toBe(false);
      expect(matches("after:yesterday", `2026-11-19T00:00:00${offset}`, now)).toBe(true);
      expect(matches("after:yesterday", `2026-11-18T23:59:59${offset}`, now)).toBe(false);
      expect(matches("before:today", `2026-11-19T23:59:59${offset}`, now)).toBe(true);
    }
  });

  test("end at the next midnight, when a filter is evaluated again", () => {
    const plan = planOf("edited:today", at(`2026-11-20T23:30:00${offset}`));
    const memo = { updatedMs: at(`2026-11-20T10:00:00${offset}`) };
    expect(nextFlipMs(plan, memo)).toBe(at(`2026-11-21T00:00:00${offset}`));
  });
});

describe("F18b · days when clocks change", () => {
  afterEach(() => {
    process.env["TZ"] = zoneBefore;
  });

  test.each([
    ["Europe/Berlin", 2026, 3, 29, "2026-03-28T23:00:00Z", 23],
    ["Europe/Berlin", 2026, 10, 25, "2026-10-24T22:00:00Z", 25],
    // Clocks skip midnight there.
    ["Africa/Cairo", 2024, 4, 26, "2024-04-25T22:00:00Z", 23],
    ["America/Sao_Paulo", 2018, 11, 4, "2018-11-04T03:00:00Z", 23],
  ])("in %s %i-%i-%i starts at its first moment", (zone, year, month, day, start, hours) => {
    process.env["TZ"] = zone;
    expect(new Date(localDayStart(year, month, day)).toISOString()).toBe(
      start.replace("Z", ".000Z"),
    );
    expect(localDayStart(year, month, day + 1) - localDayStart(year, month, day)).toBe(
      hours * 3_600_000,
    );
  });

  test("without a reader are those of UTC", () => {
    expect(utcDayStart(2026, 11, 20)).toBe(at("2026-11-20T00:00:00Z"));
    const plan = compileFilter('created_ts >= day("2026-11-20")', {
      schema: memoFilterSchema,
      nowMs: 0,
    });
    expect(plan).toMatchObject({ ok: true, value: { root: { atMs: at("2026-11-20T00:00:00Z") } } });
  });

  test.each(["2026-02-30", "2026-13-01", "0000-01-01", "26-1-1", "tomorrow", ""])(
    "aren't %j",
    (text) => {
      const cel = `created_ts >= day(${JSON.stringify(text)})`;
      const plan = compileFilter(cel, { schema: memoFilterSchema, nowMs: 0 });
      expect(plan).toMatchObject({ ok: false, error: { kind: "timestamp" } });
    },
  );
});
