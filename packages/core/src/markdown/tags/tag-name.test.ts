import { expect, test } from "vitest";
import { readTagName } from "./tag-name.ts";

test.each([
  ["boat", "boat"],
  [" #boat ", "boat"],
  ["##boat/winter", "boat/winter"],
  ["it's", "it's"],
  ["⛵", "⛵"],
  ["a".repeat(100), "a".repeat(100)],
])("M3 · %j is accepted as a tag", (typed, tag) => {
  expect(readTagName(typed)).toEqual({ ok: true, tag });
});

test.each([
  ["", { kind: "empty" }],
  [" # ", { kind: "empty" }],
  ["the boat", { kind: "blank" }],
  ["boat/", { kind: "slash" }],
  ["boat//winter", { kind: "slash" }],
  ["/boat", { kind: "slash" }],
  ["boat#sea", { kind: "character", character: "#" }],
  ["boat!", { kind: "character", character: "!" }],
  ["'boat", { kind: "character", character: "'" }],
  ["a".repeat(101), { kind: "long" }],
  [`${"a".repeat(99)}/b`, { kind: "long" }],
])("M4, M5 · %j is rejected as a tag", (typed, fault) => {
  expect(readTagName(typed)).toEqual({ ok: false, fault });
});
