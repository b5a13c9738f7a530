import { expect, test } from "vitest";
import { anyRow, bytes, flag, number, orNull, rowOf, text } from "./row.ts";

const row = rowOf({ id: text, seq: number, pinned: flag, state: orNull(bytes) });
const whole = { id: "m", seq: 1, pinned: 0, state: new Uint8Array() };

test("a matching row may have other columns", () => {
  expect(row.isRow({ ...whole, title: "t" })).toBe(true);
  expect(row.isRow({ ...whole, state: null })).toBe(true);
  expect(anyRow.isRow({})).toBe(true);
});

test.each([
  ["id is not text", { ...whole, id: null }],
  ["seq is not a number", { ...whole, seq: "1" }],
  ["pinned is not 0 or 1", { ...whole, pinned: 2 }],
  ["state is not bytes or nothing", { ...whole, state: "" }],
  ["id is not text", {}],
])("%s", (why, other) => {
  expect(row.isRow(other)).toBe(false);
  expect(row.findWrong(other)).toBe(why);
});

test.each([[null], [undefined], ["row"]])("%s is not a row", (other) => {
  expect(row.isRow(other)).toBe(false);
});
