import { expect, test } from "vitest";
import { createHearing } from "./hearing.ts";

test("reports five seconds without a sound, until there is one", () => {
  const isSilent = createHearing();
  expect(isSilent(0, 1000)).toBe(false);
  expect(isSilent(0.1, 5999)).toBe(false);
  expect(isSilent(0, 6000)).toBe(true);
  expect(isSilent(0.5, 6100)).toBe(false);
  expect(isSilent(0, 11_000)).toBe(false);
  expect(isSilent(0, 11_100)).toBe(true);
});

test("doesn't count a pause or an unknown level as silence", () => {
  const isSilent = createHearing();
  expect(isSilent(0, 0)).toBe(false);
  expect(isSilent(null, 60_000)).toBe(false);
  expect(isSilent(0, 64_999)).toBe(false);
});
