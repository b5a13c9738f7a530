import { describe, test } from "vitest";
import { expectSeeds, piecesOf } from "./run-seeds.ts";

describe("I1–I6, I8–I10, I12, I13 · hold in random schedules of devices, clients and faults", () => {
  test.each(piecesOf(1, 100))("for the ten seeds from %i", (first) => expectSeeds(first, 10));
});
