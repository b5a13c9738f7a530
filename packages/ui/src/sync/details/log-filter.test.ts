import { expect, test } from "vitest";
import { filterLog, logToText } from "./log-filter.ts";

const log = [
  { atMs: 3_000, level: "info", code: "visibility-clash", params: {} },
  { atMs: 2_000, level: "info", code: "merged", params: {} },
  { atMs: 1_000, level: "error", code: "unreachable", params: { host: "notes.example.org" } },
  { atMs: 0, level: "info", code: "exchanged", params: { sent: 1, received: 2 } },
] as const;

test.each([
  ["all", [3_000, 2_000, 1_000, 0]],
  ["errors", [1_000]],
  ["merges", [3_000, 2_000]],
] as const)("the filter %s shows the entries of %j", (filter, times) => {
  expect(filterLog(log, filter).map(({ atMs }) => atMs)).toEqual(times);
});

test("a copied log has a line for each entry", () => {
  expect(logToText(log.slice(2))).toBe(
    "1970-01-01T00:00:01.000Z error Couldn’t reach notes.example.org.\n" +
      "1970-01-01T00:00:00.000Z info Sent 1 change, received 2 changes.",
  );
});
