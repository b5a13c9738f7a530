import { describe, expect, test } from "vitest";
import { runBatch } from "./run-batch.ts";

/** Pieces short enough to say where a failure lies; the soak goes on from seed 1000. */
const pieces = Array.from({ length: 10 }, (_, n) => 1 + n * 20);

describe("I1–I6, I8–I10, I12, I13 · random schedules of devices, API clients and faults", () => {
  test.each(pieces)("hold for the 20 seeds from %i", async (first) => {
    const { failed, schedules } = await runBatch(first, 20);
    expect(failed?.failure?.message).toBeUndefined();
    expect(schedules).toBe(20);
  });
});
