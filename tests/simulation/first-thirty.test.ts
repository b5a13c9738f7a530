import { describe, test } from "vitest";
import { expectSeeds, piecesOf } from "./run-seeds.ts";

// docs/soak.md explains each law.
describe("I1, I2, I3, I4, I5, I6, I8, I9, I10, I11, I12, I13, R12 · hold in random schedules", () => {
  test.each(piecesOf(1, 30))("for the ten seeds from %i", (first) => expectSeeds(first, 10));
});
