import { expect, test } from "vitest";
import { offerTags } from "./offer-tags.ts";

const known = [
  { tag: "work", count: 9 },
  { tag: "seaside", count: 5 },
  { tag: "boat/winter", count: 4 },
  { tag: "boat", count: 3 },
  { tag: "Überseeboat", count: 2 },
  { tag: "my/boat/sails", count: 1 },
];

const offered = (typed: string, ofMemo: readonly string[] = []) =>
  offerTags(typed, known, ofMemo).map(({ tag, isNew }) => (isNew ? `new ${tag}` : tag));

test("with nothing typed all are offered, the most used first, but those of the memo", () => {
  expect(offered("", ["seaside", "boat"])).toEqual([
    "work",
    "boat/winter",
    "Überseeboat",
    "my/boat/sails",
  ]);
});

test("what was typed comes first, then what begins with it, then what has it", () => {
  expect(offered("boat")).toEqual(["boat", "boat/winter", "Überseeboat", "my/boat/sails"]);
  expect(offered("#BO")).toEqual(["new BO", "boat/winter", "boat", "Überseeboat", "my/boat/sails"]);
  expect(offered("über")).toEqual(["new über", "Überseeboat"]);
});

test("a slash narrows the tree", () => {
  expect(offered("boat/")).toEqual(["boat/winter"]);
  expect(offered("boat/w")).toEqual(["new boat/w", "boat/winter"]);
});

test("what is no tag, or is on the memo, is no new one", () => {
  expect(offered("the sea")).toEqual([]);
  expect(offered("boat", ["boat", "boat/winter"])).toEqual(["Überseeboat", "my/boat/sails"]);
});
