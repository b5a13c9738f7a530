import { describe, expect, test } from "vitest";
import { isDue } from "./back-up-daily.ts";

const at = { hours: 3, minutes: 15 };
/** Local time, like the plan's. */
const ms = (day: number, hours: number, minutes = 0): number =>
  new Date(2026, 10, day, hours, minutes).getTime();

describe("a daily backup", () => {
  test.each([
    { what: "the first one at once", last: null, now: ms(10, 12), due: true },
    { what: "none before the time", last: ms(9, 3, 16), now: ms(10, 3, 14), due: false },
    { what: "one at the time", last: ms(9, 3, 16), now: ms(10, 3, 15), due: true },
    { what: "no second one that day", last: ms(10, 3, 15), now: ms(10, 23, 59), due: false },
    { what: "one that a stopped server missed", last: ms(8, 3, 15), now: ms(10, 1), due: true },
    { what: "one after an earlier one by hand", last: ms(10, 2), now: ms(10, 4), due: true },
    { what: "one if the last is in the future", last: ms(12, 3), now: ms(10, 12), due: true },
  ])("makes $what", ({ last, now, due }) => {
    expect(isDue({ at }, last, now)).toBe(due);
  });
});
