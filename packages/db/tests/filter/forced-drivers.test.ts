import {
  compileFilter,
  evaluatePlan,
  memoFilterSchema,
  type FilterPlan,
} from "@tidemark/core/filter";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { propertyRuns } from "../../../../scripts/property-runs.ts";
// oxlint-disable-next-line eslint/no-restricted-imports -- the tests of both packages read one catalogue
import {
  projectFilterCases,
  readCaseMemos,
  sourceOf,
} from "../../../core/tests/filter/filter-cases.ts";
// oxlint-disable-next-line eslint/no-restricted-imports -- the tests of both packages draw the same filters
import { randomFilter, randomMemo, randomNowMs } from "../../../core/tests/filter/random-filter.ts";
import { type FilterDatabase, type MemoWithId, openFilterDatabase } from "./filter-database.ts";
import { allChoices, inOrder, mayRead, orders, pagesOf } from "./forced-drivers.ts";

const folder = new URL("../../../core/tests/filter/", import.meta.url);
const { memos: caseMemos, nowMs } = readCaseMemos(new URL("memos.json", folder));
const database = await openFilterDatabase(caseMemos);
afterAll(() => database[Symbol.asyncDispose]());

const pageSizes = [1, 2, 5, 50];

/** Compares the list of each choice with the memos; returns the number of choices. */
async function expectSameLists(
  { kysely }: FilterDatabase,
  memos: readonly MemoWithId[],
  plan: FilterPlan,
  turn: number,
): Promise<number> {
  const matching = memos.filter(mayRead).filter(evaluatePlan(plan));
  const choices = await allChoices(kysely, plan);
  for (const [index, choice] of [undefined, ...choices].entries()) {
    // Each choice is tested with another order and page size; over all filters every one is tested with all.
    const order = orders[(turn + index) % orders.length] ?? [];
    const pageSize = pageSizes[(turn + index) % pageSizes.length] ?? 1;
    const expected = inOrder(matching, order).map((memo) => memo.id);
    const how = { order, pageSize, ...(choice === undefined ? {} : { choice }) };
    const listed = await pagesOf(kysely, plan, how);
    expect([choice?.driver, order, pageSize, listed]).toEqual([
      choice?.driver,
      order,
      pageSize,
      expected,
    ]);
  }
  return choices.length;
}

describe("F16 · no driver changes a result", () => {
  const accepted = projectFilterCases().flatMap((entry) => {
    const compiled = compileFilter(sourceOf(entry), { schema: memoFilterSchema, nowMs });
    return compiled.ok ? [[entry.id, compiled.value] as const] : [];
  });

  test.each(accepted)("%s lists the same memos with every driver", async (id, plan) => {
    const turn = accepted.findIndex(([other]) => other === id);
    expect(await expectSameLists(database, caseMemos, plan, turn)).toBeGreaterThan(1);
  });

  test.each([
    'created_ts >= timestamp(0) && visibility in ["NONE"]',
    'created_ts >= 0 && !(visibility in ["NONE"])',
    'pinned && (visibility in ["NONE"] || visibility in ["NONE", "PUBLIC"])',
  ])("%s lists the same memos with every driver", async (cel) => {
    const compiled = compileFilter(cel, { schema: memoFilterSchema, nowMs });
    if (!compiled.ok) throw new Error(compiled.error.message);
    for (const turn of orders.keys()) {
      await expectSameLists(database, caseMemos, compiled.value, turn);
    }
  });

  const memoList = fc
    .array(randomMemo, { minLength: 1, maxLength: 25 })
    .map((memos) => memos.map((memo, index): MemoWithId => ({ ...memo, id: `m${index}` })));
  const driven = fc.constantFrom(
    '"work" in tags',
    '"a" in tags',
    "pinned",
    'content.contains("ab")',
    'content.contains("A")',
    'content.startsWith("x")',
    'content.finds("e")',
    'content.finds("caf\u00e9")',
    "created_ts >= timestamp(0)",
    "created_ts < timestamp(1773576000)",
  );

  const numRuns = propertyRuns(60);

  test("random filters with drivers list the same memos", async () => {
    let choices = 0;
    await fc.assert(
      fc.asyncProperty(
        memoList,
        fc.array(fc.tuple(driven, driven, randomFilter), { minLength: 1, maxLength: 6 }),
        fc.nat({ max: 27 }),
        async (memos, filters, turn) => {
          await using open = await openFilterDatabase(memos);
          for (const [first, second, rest] of filters) {
            const cel = `${first} && ${second} && (${rest})`;
            const compiled = compileFilter(cel, { schema: memoFilterSchema, nowMs: randomNowMs });
            if (!compiled.ok) throw new Error(`${cel}: ${compiled.error.message}`);
            choices += await expectSameLists(open, memos, compiled.value, turn);
          }
        },
      ),
      { numRuns },
    );
    expect(choices).toBeGreaterThan(numRuns * 8);
  });
});
