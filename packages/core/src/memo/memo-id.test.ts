import { test as property, fc } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { isMemoId } from "./limits.ts";
import { newMemoId } from "./memo-id.ts";

property.prop([fc.infiniteStream(fc.nat({ max: 255 }))])(
  "a fresh memo id is 22 characters and a valid id",
  (stream) => {
    const id = newMemoId((count) => Uint8Array.from(stream.take(count)));
    expect(id).toHaveLength(22);
    expect(isMemoId(id)).toBe(true);
  },
);

test("a memo id that would be all digits is drawn again", () => {
  let draws = 0;
  const id = newMemoId((count) => new Uint8Array(count).fill((draws += 1) === 1 ? 5 : 40));
  expect(id).toBe("e".repeat(22));
});

test.each([
  ["a", true],
  ["a-1", true],
  ["12345", false],
  ["", false],
  ["-a", false],
  ["a-", false],
  ["a_b", false],
  ["a".repeat(36), true],
  ["a".repeat(37), false],
])("%s as a memo id: %s", (id, valid) => {
  expect(isMemoId(id)).toBe(valid);
});
