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

test("without input all tags are offered except the memo's own, most used first", () => {
  expect(offered("", ["seaside", "boat"])).toEqual([
    "work",
    "boat/winter",
    "Überseeboat",
    "my/boat/sails",
  ]);
});

test("the typed tag is first, then tags that start with it, then tags that contain it", () => {
  expect(offered("boat")).toEqual(["boat", "boat/winter", "Überseeboat", "my/boat/sails"]);
  expect(offered("#BO")).toEqual(["new BO", "boat/winter", "boat", "Überseeboat", "my/boat/sails"]);
  expect(offered("über")).toEqual(["new über", "Überseeboat"]);
});

test("a slash limits the offers to subtags", () => {
  expect(offered("boat/")).toEqual(["boat/winter"]);
  expect(offered("boat/w")).toEqual(["new boat/w", "boat/winter"]);
});

test("an invalid tag, or one the memo has, isn't offered as new", () => {
  expect(offered("the sea")).toEqual([]);
  expect(offered("boat", ["boat", "boat/winter"])).toEqual(["Überseeboat", "my/boat/sails"]);
});
