import { expect, test } from "vitest";
import { outlived } from "./rotation.ts";

const dayMs = 86_400_000;
const now = Date.UTC(2026, 10, 24, 12);
const backup = (name: string, madeMs: number, why: "schedule" | "restore" = "schedule") => ({
  name,
  madeMs,
  why,
});

/** Returns the backups that remain of one per day for `days` days, as ages in days. */
function leftOf(days: number): number[] {
  const all = Array.from({ length: days }, (_, ago) => backup(String(ago), now - ago * dayMs));
  const gone = new Set(outlived(all, now));
  return all.flatMap(({ name }) => (gone.has(name) ? [] : Number(name)));
}

test("A29b · the last of seven days, four weeks and twelve months stay", () => {
  expect(leftOf(5)).toEqual([0, 1, 2, 3, 4]);
  const left = leftOf(500);
  expect(left.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  // Sundays; for this week the newest.
  expect(left).toEqual(expect.arrayContaining([2, 9, 16]));
  // Last days of months; for this month the newest.
  expect(left).toEqual(expect.arrayContaining([24, 55, 85]));
  expect(left.length).toBeLessThanOrEqual(7 + 4 + 12);
  expect(left.at(-1)).toBeGreaterThan(300);
});

test("A29b · what is left does not depend on whether what goes went a day at a time", () => {
  let kept: ReturnType<typeof backup>[] = [];
  for (let ago = 499; ago >= 0; ago -= 1) {
    kept.push(backup(String(ago), now - ago * dayMs));
    const gone = new Set(outlived(kept, now - ago * dayMs));
    kept = kept.filter(({ name }) => !gone.has(name));
  }
  expect(kept.map(({ name }) => Number(name)).toReversed()).toEqual(leftOf(500));
});

test("A29b · the three newest stay whenever they were made, and what was made before a restore two weeks", () => {
  const burst = Array.from({ length: 6 }, (_, at) => backup(`b${at}`, now - at * 60_000));
  expect(outlived(burst, now).toSorted()).toEqual(["b3", "b4", "b5"]);
  const before = backup("before", now - 10 * 60_000, "restore");
  expect(outlived([...burst, before], now)).not.toContain("before");
  expect(outlived([...burst, before], now + 15 * dayMs)).toContain("before");
});
