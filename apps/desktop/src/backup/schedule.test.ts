import { expect, test } from "vitest";
import { isDue } from "./schedule.ts";

const hourMs = 3_600_000;
const now = Date.UTC(2026, 10, 24, 12);
const at = (changed: Partial<Parameters<typeof isDue>[0]>) =>
  isDue({ schedule: "daily", failure: null, lastMs: now - 24 * hourMs, nowMs: now, ...changed });

test("A29b · one is due a day after the last, or a week, and never where nobody wants any", () => {
  expect(at({})).toBe(true);
  expect(at({ lastMs: null })).toBe(true);
  expect(at({ lastMs: now - 2 * hourMs })).toBe(false);
  expect(at({ schedule: "weekly" })).toBe(false);
  expect(at({ schedule: "weekly", lastMs: now - 7 * 24 * hourMs })).toBe(true);
  expect(at({ schedule: "off", lastMs: null })).toBe(false);
});

test("A29b · one that failed is tried again after an hour", () => {
  expect(at({ failure: { atMs: now - hourMs / 2 } })).toBe(false);
  expect(at({ failure: { atMs: now - hourMs } })).toBe(true);
});

test("A29b · a clock that was ahead holds up neither the next one nor the next try", () => {
  expect(at({ lastMs: now + 48 * hourMs })).toBe(true);
  expect(at({ failure: { atMs: now + hourMs } })).toBe(true);
});
