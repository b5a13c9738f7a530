import { expect, test } from "vitest";
import { dateSearch } from "./date-search.ts";

/** Returns the end of a day in the time zone of the tests. */
const endOf = (year: number, month: number, date: number): string =>
  new Date(year, month - 1, date + 1)
    .toISOString()
    .replace(/\.000Z$/, "Z")
    .replace(/T00:00:00Z$/, "");

test.each([
  ["", `before:${endOf(2026, 11, 20)}`],
  ["fog #sea", `fog #sea before:${endOf(2026, 11, 20)}`],
  ["before:2020-01-01 fog", `fog before:${endOf(2026, 11, 20)}`],
])("going to a day from the search %j searches for %j", (search, asked) => {
  expect(dateSearch(search, "2026-11-20")).toBe(asked);
});

test.each(["", "2026", "soon"])("%j is rejected as a day", (day) => {
  expect(dateSearch("", day)).toBeNull();
});
