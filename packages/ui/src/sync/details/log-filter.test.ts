import { expect, test } from "vitest";
import { filterLog, logToText } from "./log-filter.ts";

const log = [
  { atMs: 3_000, level: "info", text: "Two devices changed who can see a memo." },
  { atMs: 2_000, level: "info", text: "Merged edits of one memo from here and elsewhere." },
  { atMs: 1_000, level: "error", text: "Could not reach notes.example.org." },
  { atMs: 0, level: "info", text: "Sent 1 change, received 0 changes." },
] as const;

test.each([
  ["all", [3_000, 2_000, 1_000, 0]],
  ["errors", [1_000]],
  ["merges", [3_000, 2_000]],
] as const)("of the log, %s are those of %j", (filter, times) => {
  expect(filterLog(log, filter).map(({ atMs }) => atMs)).toEqual(times);
});

test("a copied log has a line for each entry", () => {
  expect(logToText(log.slice(2))).toBe(
    "1970-01-01T00:00:01.000Z error Could not reach notes.example.org.\n" +
      "1970-01-01T00:00:00.000Z info Sent 1 change, received 0 changes.",
  );
});
