import { expect } from "vitest";
import { runBatch } from "./run-batch.ts";

/** Claims that every law holds in the schedules of the seeds from `first` on. */
export async function expectSeeds(first: number, count: number): Promise<void> {
  const { failed, schedules } = await runBatch(first, count);
  // The name leads to the whole: `npm run soak -- --schedules 1 --seed <seed>` prints the script.
  expect([failed?.script.name, failed?.failure?.message]).toEqual([undefined, undefined]);
  expect(schedules).toBe(count);
}

/** Pieces short enough to say where a failure lies. */
export function piecesOf(first: number, count: number): number[] {
  return Array.from({ length: count / 10 }, (_, n) => first + n * 10);
}
