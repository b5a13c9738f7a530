import { compileFilter, memoFilterSchema } from "@tidemark/core/filter";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type ConditionName,
  conditionNames,
  conditions,
  conditionToCel,
  hasChoices,
  templateNames,
  viewTemplates,
  visibilityChoices,
  withCondition,
} from "./conditions.ts";

const options = { schema: memoFilterSchema, nowMs: 0 };

test.each<[ConditionName, string, string | null]>([
  ["hasTag", "#boat/*", 'tag in ["boat"]'],
  ["hasTag", "boat", 'tag in ["boat"]'],
  ["hasTag", " # ", null],
  ["hasNoTag", "", "size(tags) == 0"],
  ["contains", 'say "ahoy"', 'content.finds("say \\"ahoy\\"")'],
  ["containsNot", "fog", '!content.finds("fog")'],
  ["contains", "", null],
  ["contains", "a\0b", 'content.finds("a\uFFFDb")'],
  ["hasTag", "a\0b", 'tag in ["a\uFFFDb"]'],
  ["has", "open", "has_incomplete_tasks"],
  ["has", "banana", null],
  ["isPinned", "", "pinned"],
  ["visibleTo", "public", 'visibility == "PUBLIC"'],
  ["writtenWithin", "7", 'created_ts >= now - duration("168h")'],
  ["writtenWithin", "-1", null],
  ["writtenWithin", "1.5", null],
  ["editedWithin", "1", 'updated_ts >= now - duration("24h")'],
  ["writtenBefore", "2026-01-01", 'created_ts < day("2026-01-01")'],
  ["writtenBefore", "yesterday", null],
])("%s %j becomes %s", (name, value, cel) => {
  expect(conditionToCel(name, value)).toBe(cel);
});

test("all ten conditions, their choices and the templates are valid filters", () => {
  expect(conditionNames).toHaveLength(10);
  const filters = [
    ...hasChoices.map((each) => conditionToCel("has", each)),
    ...visibilityChoices.map((each) => conditionToCel("visibleTo", each)),
    ...templateNames.map((name) => viewTemplates[name].filter),
  ];
  for (const filter of filters) {
    expect(compileFilter(filter ?? "", options).ok, filter ?? "nothing").toBe(true);
  }
});

test("a condition is joined to any existing filter", () => {
  expect(withCondition("", "pinned", "any")).toBe("pinned");
  expect(withCondition("a", "b", "all")).toBe("a && b");
  expect(withCondition("a || b", "c", "all")).toBe("(a || b) && c");
  expect(withCondition("a ? b : c", "d", "any")).toBe("(a ? b : c) || d");
});

test("conditions produce a valid filter or none for any input", () => {
  const condition = fc
    .tuple(fc.constantFrom(...conditionNames), fc.string({ unit: "binary", maxLength: 30 }))
    .map(([name, value]) => conditionToCel(name, conditions[name] === "days" ? "3" : value));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(condition, fc.constantFrom("all", "any")), { maxLength: 5 }),
      (all) => {
        let filter = "";
        for (const [cel, joint] of all)
          if (cel !== null) filter = withCondition(filter, cel, joint);
        return filter === "" || compileFilter(filter, options).ok;
      },
    ),
  );
});
