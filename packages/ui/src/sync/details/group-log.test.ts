import type { SyncLogEntry } from "@tidemark/core";
import { expect, test } from "vitest";
import { groupLog } from "./group-log.ts";

const minuteMs = 60_000;
const noon = new Date(2026, 5, 10, 12).getTime();

const exchanged = (atMs: number, sent: number, received = 0): SyncLogEntry => ({
  atMs,
  level: "info",
  code: "exchanged",
  params: { sent, received },
});
const merged = (atMs: number): SyncLogEntry => ({
  atMs,
  level: "info",
  code: "merged",
  params: {},
});

test("joins repeated exchanges into one line", () => {
  const log = [
    exchanged(noon + 3 * minuteMs, 1),
    exchanged(noon + 2 * minuteMs, 2, 4),
    exchanged(noon, 1),
    merged(noon - minuteMs),
    exchanged(noon - 2 * minuteMs, 1),
  ];
  expect(groupLog(log)).toEqual([
    { entry: exchanged(noon + 3 * minuteMs, 4, 4), sinceMs: noon },
    { entry: merged(noon - minuteMs), sinceMs: noon - minuteMs },
    { entry: exchanged(noon - 2 * minuteMs, 1), sinceMs: noon - 2 * minuteMs },
  ]);
});

test("keeps days and kinds of entries apart", () => {
  const log = [exchanged(noon, 1), exchanged(noon - 13 * 60 * minuteMs, 1), merged(1), merged(0)];
  expect(groupLog(log).map(({ entry }) => entry)).toEqual(log);
});
