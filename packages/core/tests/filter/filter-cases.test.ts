import { describe, expect, test } from "vitest";
import { compileFilter, evaluatePlan } from "../../src/filter/index.ts";
import { memoFilterSchema } from "../../src/filter/plan/schema.ts";
import {
  expectedOutcome,
  projectFilterCases,
  readCaseMemos,
  satisfies,
  sourceOf,
} from "./filter-cases.ts";

const cases = projectFilterCases();
const { memos, nowMs } = readCaseMemos(new URL("memos.json", import.meta.url));
const options = { schema: memoFilterSchema, nowMs };

/** Cases whose refusal has a more specific kind here than in the catalogue. */
const otherKinds = new Map([
  ["content-149", "unknown-function"],
  ["tags-222", "unknown-function"],
  ["tags-238", "unsupported"],
  ["time-360", "unsupported"],
]);

describe("F1 · filters give the catalogue's results in memory", () => {
  test.each(cases.map((entry) => [entry.id, sourceOf(entry).slice(0, 80), entry] as const))(
    "%s: %s",
    (_id, _source, entry) => {
      const compiled = compileFilter(sourceOf(entry), options);
      let outcome = "refused";
      if (compiled.ok) {
        const matches = evaluatePlan(compiled.value);
        const ids = memos.filter(matches).map((memo) => memo.id);
        outcome = `match ${ids.toSorted().join(",")}`;
      }
      const expected = expectedOutcome(entry);
      expect(satisfies(entry, outcome) ? expected : outcome).toBe(expected);
      if (compiled.ok || !("error" in entry.expect)) return;
      expect(compiled.error.kind).toBe(otherKinds.get(entry.id) ?? entry.expect.error);
    },
  );
});
