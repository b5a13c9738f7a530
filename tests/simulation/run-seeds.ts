import { expect } from "vitest";
import { runBatch } from "./run-batch.ts";

/** Expects every law to hold in the schedules of `count` seeds from `first` on. */
export async function expectSeeds(first: number, count: number): Promise<void> {
  const { failed, schedules } = await runBatch(first, count);
  // To see the script: `npm run soak -- --schedules 1 --seed <seed>`.
  expect([failed?.script.name, failed?.failure?.message]).toEqual([undefined, undefined]);
  expect(schedules).toBe(count);
}

/**
 * Splits seeds into groups of ten and returns the first seed of each: a failing test then names a short
 * range.
 */
export function piecesOf(first: number, count: number): number[] {
  return Array.from({ length: count / 10 }, (_, n) => first + n * 10);
}
