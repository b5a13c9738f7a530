import { compileFilter, memoFilterSchema } from "@tidemark/core/filter";
import { afterAll, describe, expect, test } from "vitest";
// oxlint-disable-next-line eslint/no-restricted-imports -- the tests of both packages read one catalogue
import {
  expectedOutcome,
  projectFilterCases,
  readCaseMemos,
  satisfies,
  sourceOf,
} from "../../../core/tests/filter/filter-cases.ts";
import { askBoth, openFilterDatabase } from "./filter-database.ts";

const folder = new URL("../../../core/tests/filter/", import.meta.url);
const cases = projectFilterCases();
const { memos, nowMs } = readCaseMemos(new URL("memos.json", folder));
const database = await openFilterDatabase(memos);
afterAll(() => database[Symbol.asyncDispose]());

describe("F1 · a filter gives the same results in SQL and in memory", () => {
  test.each(cases.map((entry) => [entry.id, sourceOf(entry).slice(0, 80), entry] as const))(
    "%s: %s",
    async (_id, _source, entry) => {
      const outcomes = await askBoth(database, memos, sourceOf(entry), nowMs);
      const expected = expectedOutcome(entry);
      expect(satisfies(entry, outcomes.sql) ? expected : outcomes.sql).toBe(expected);
      expect(satisfies(entry, outcomes.memory) ? expected : outcomes.memory).toBe(expected);
    },
  );
});

describe("F2 · every condition is true or false for every row", () => {
  const accepted = cases.flatMap((entry) => {
    const compiled = compileFilter(sourceOf(entry), { schema: memoFilterSchema, nowMs });
    return compiled.ok ? [[entry.id, compiled.value] as const] : [];
  });

  test.each(accepted)("%s splits the memos in two", async (_id, plan) => {
    const [matched, rejected] = [await database.matches(plan), await database.rejects(plan)];
    expect([...matched, ...rejected].toSorted()).toEqual(memos.map((memo) => memo.id).toSorted());
  });

  test.each(accepted)("%s gives the same result without the text index", async (_id, plan) => {
    expect(await database.matches(plan, { usesTextIndex: false })).toEqual(
      await database.matches(plan),
    );
  });
});
