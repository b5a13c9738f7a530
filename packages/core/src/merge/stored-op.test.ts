import { expect, test } from "vitest";
import { readStoredOp } from "./stored-op.ts";

const stamp = "019000000000-0000-a";

test("reads a queued operation as it was written, even beyond current limits", () => {
  const op = { kind: "memo.element", entity: "m", stamp, set: "reaction", key: "x".repeat(999) };
  for (const value of [null, { a: "b" }]) {
    expect(readStoredOp(JSON.stringify({ ...op, value }))).toEqual({ ...op, value });
  }
  const purge = { kind: "memo.purge", entity: "m", stamp };
  expect(readStoredOp(JSON.stringify(purge))).toEqual(purge);
});

test.each([
  { kind: "memo.unheard", entity: "m", stamp },
  { kind: "constructor", entity: "m", stamp },
  { kind: "memo.purge", entity: "m" },
  { kind: "memo.text", entity: "m", stamp, gen: "1", update: "", updatedMs: 1 },
  [],
  null,
])("refuses a row that isn't an operation: %j", (stored) => {
  expect(() => readStoredOp(JSON.stringify(stored))).toThrow("stored as an operation");
});
