import {
  compileFilter,
  evaluatePlan,
  findsIn,
  foldText,
  needleOf,
  memoFilterSchema,
  type FilterPlan,
} from "@tidemark/core/filter";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { propertyRuns } from "../../../../scripts/property-runs.ts";
// oxlint-disable-next-line eslint/no-restricted-imports -- the tests of both packages draw the same filters
import {
  randomComparison,
  randomFilter,
  randomMemo,
  randomNowMs,
} from "../../../core/tests/filter/random-filter.ts";
import { filterDrivers } from "../../src/filter/index.ts";
import { openFilterDatabase, type MemoWithId } from "./filter-database.ts";

const memoList = fc
  .array(randomMemo, { minLength: 1, maxLength: 30 })
  .map((memos) => memos.map((memo, index): MemoWithId => ({ ...memo, id: `m${index}` })));
const filters = fc.array(randomFilter, { minLength: 1, maxLength: 30 });
// One database runs many filters: opening one costs more than a filter.
const numRuns = propertyRuns(100);
const pairRuns = propertyRuns(50);

function compile(cel: string): FilterPlan {
  const compiled = compileFilter(cel, { schema: memoFilterSchema, nowMs: randomNowMs });
  if (!compiled.ok) throw new Error(`${cel}: ${compiled.error.message}`);
  return compiled.value;
}

function inMemory(memos: readonly MemoWithId[], cel: string): string[] {
  return memos
    .filter(evaluatePlan(compile(cel)))
    .map((memo) => memo.id)
    .toSorted();
}

// Random tests: the time-out is for slow machines only.
const timeoutMs = 120_000;

describe("F1 · SQL and memory agree on random filters over hostile memos", () => {
  test(
    "every filter matches the same memos in both, and its negation all the others",
    async () => {
      await fc.assert(
        fc.asyncProperty(memoList, filters, async (memos, cels) => {
          await using database = await openFilterDatabase(memos);
          const ids = memos.map((memo) => memo.id).toSorted();
          for (const cel of cels) {
            const plan = compile(cel);
            const matched = await database.matches(plan);
            expect([cel, matched]).toEqual([cel, inMemory(memos, cel)]);
            const rest = await database.matches(compile(`!(${cel})`));
            expect([cel, ...[...matched, ...rest].toSorted()]).toEqual([cel, ...ids]);
            expect([cel, await database.rejects(plan)]).toEqual([cel, rest]);
          }
        }),
        { numRuns },
      );
    },
    timeoutMs,
  );

  test(
    "the text index never changes a result",
    async () => {
      await fc.assert(
        fc.asyncProperty(memoList, filters, async (memos, cels) => {
          await using database = await openFilterDatabase(memos);
          for (const cel of cels) {
            const plan = compile(cel);
            const scanned = await database.matches(plan, { usesTextIndex: false });
            expect([cel, await database.matches(plan)]).toEqual([cel, scanned]);
          }
        }),
        { numRuns: 20 },
      );
    },
    timeoutMs,
  );
});

test("F12, F12a · membership inside a macro does not disturb the macro's own tag", async () => {
  const [memo] = fc.sample(randomMemo, 1);
  if (memo === undefined) throw new Error("a sample has one memo");
  const memos = [
    { ...memo, id: "m0", tags: ["a", "b", "b/c"] },
    { ...memo, id: "m1", tags: ["a", "c"] },
  ];
  await using database = await openFilterDatabase(memos);
  const cels = [
    ['tags.exists(t, "a" in tags && t.startsWith("b/"))', ["m0"]],
    ['tags.all(t, t in tags && !("x" in tags))', ["m0", "m1"]],
    ['tags.exists_one(t, tag in ["b"] && t == "a")', ["m0"]],
    ['tags.filter(t, ("a" in tags) == t.startsWith("b")).size() == 2', ["m0"]],
  ] as const;
  for (const [cel, expected] of cels) {
    expect([cel, inMemory(memos, cel)]).toEqual([cel, expected]);
    expect([cel, await database.matches(compile(cel))]).toEqual([cel, expected]);
  }
});

describe("F3 · filters follow the laws of logic", () => {
  const both = fc.tuple(memoList, randomFilter, randomFilter);

  test(
    "double negation and De Morgan hold",
    () => {
      fc.assert(
        fc.property(both, ([memos, a, b]) => {
          expect(inMemory(memos, `!(!(${a}))`)).toEqual(inMemory(memos, a));
          expect(inMemory(memos, `!((${a}) && (${b}))`)).toEqual(
            inMemory(memos, `!(${a}) || !(${b})`),
          );
          expect(inMemory(memos, `(${a}) || (${b})`)).toEqual(inMemory(memos, `(${b}) || (${a})`));
        }),
      );
    },
    timeoutMs,
  );

  test(
    "exchanging the operands of a comparison does not change the result",
    () => {
      fc.assert(
        fc.property(memoList, randomComparison(), (memos, { cel, swapped }) => {
          expect([cel, inMemory(memos, swapped)]).toEqual([cel, inMemory(memos, cel)]);
        }),
        { numRuns: propertyRuns(500) },
      );
    },
    timeoutMs,
  );
});

test("F8 · an integer id in a filter is its user's name, in SQL and in memory", async () => {
  const usernames = new Map([
    [1, "1"],
    [2, "2"],
    [3, "A"],
  ]);
  const id = fc.constantFrom(...usernames.keys(), 4, 0, -1);
  const list = fc.array(id, { minLength: 1, maxLength: 3 });
  const named = (number: number): string => `"users/${usernames.get(number) ?? "nobody"}"`;
  const pair = fc.oneof(
    fc.tuple(id, fc.constantFrom("==", "!=")).map(([n, op]) => ({
      byId: `creator_id ${op} ${n}`,
      byName: `creator ${op} ${named(n)}`,
    })),
    list.map((ids) => ({
      byId: `creator_id in [${ids.join()}]`,
      byName: `creator in [${ids.map(named).join()}]`,
    })),
  );
  const resolveUser = (number: number): string | null => usernames.get(number) ?? null;
  let matches = 0;
  await fc.assert(
    fc.asyncProperty(memoList, fc.array(pair, { minLength: 1 }), async (memos, pairs) => {
      await using database = await openFilterDatabase(memos);
      for (const { byId, byName } of pairs) {
        const options = { schema: memoFilterSchema, nowMs: randomNowMs, resolveUser };
        const compiled = compileFilter(byId, options);
        if (!compiled.ok) throw new Error(`${byId}: ${compiled.error.message}`);
        const expected = inMemory(memos, byName);
        const evaluated = memos.filter(evaluatePlan(compiled.value)).map((memo) => memo.id);
        expect([byId, evaluated.toSorted()]).toEqual([byId, expected]);
        expect([byId, await database.matches(compiled.value)]).toEqual([byId, expected]);
        matches += expected.length;
      }
    }),
    { numRuns: pairRuns },
  );
  expect(matches).toBeGreaterThan(pairRuns * 2);
});

describe("F16 · a driver's condition holds for every match", () => {
  test(
    "every match is among a driver's rows",
    () => {
      fc.assert(
        fc.property(
          memoList,
          fc.array(randomFilter, { minLength: 1, maxLength: 4 }),
          (memos, cels) => {
            const plan = compile(cels.map((cel) => `(${cel})`).join(" && "));
            const matched = memos.filter(evaluatePlan(plan));
            for (const driver of filterDrivers(plan)) {
              for (const memo of matched) {
                if (driver.kind === "tag") expect(memo.tags).toContain(driver.tag);
                if (driver.kind === "pinned") expect(memo.pinned).toBe(true);
                if (driver.kind === "shared") {
                  expect(["PROTECTED", "PUBLIC"]).toContain(memo.visibility);
                }
                if (driver.kind === "text") {
                  for (const { op, text } of driver.needles) {
                    const isFound =
                      op === "finds"
                        ? findsIn(memo.content, needleOf(text))
                        : foldText(memo.content).includes(text);
                    expect(isFound).toBe(true);
                  }
                }
                if (driver.kind === "time") {
                  expect(memo.createdMs).toBeGreaterThanOrEqual(driver.fromMs ?? -Infinity);
                  expect(memo.createdMs).toBeLessThanOrEqual(driver.toMs ?? Infinity);
                }
              }
            }
          },
        ),
        { numRuns: propertyRuns(300) },
      );
    },
    timeoutMs,
  );

  test.each([
    ['tags.exists(t, t == "work" || t.startsWith("work/"))', [{ kind: "branch", tag: "work" }]],
    ['tags.exists(t, t == "work" || t.startsWith("wo/"))', []],
    ['!tags.exists(t, t == "work" || t.startsWith("work/"))', []],
    ['"work" in tags && pinned', [{ kind: "tag", tag: "work" }, { kind: "pinned" }]],
    ["!pinned", []],
    ['content.contains("ABcd")', [{ kind: "text", needles: [{ op: "contains", text: "abcd" }] }]],
    ['content.contains("Zz")', [{ kind: "text", needles: [{ op: "contains", text: "zz" }] }]],
    ['content.contains("")', []],
    ['content.finds("Zz")', [{ kind: "text", needles: [{ op: "finds", text: "Zz" }] }]],
    ['content.finds("\u00ad")', []],
    ['!content.finds("abcd")', []],
    [
      'content.contains("bc") && content.startsWith("ABCD") && content.contains("x")',
      [
        {
          kind: "text",
          needles: [
            { op: "contains", text: "abcd" },
            { op: "contains", text: "x" },
          ],
        },
      ],
    ],
    ['!content.contains("abcd")', []],
    [
      'content.matches("ABcd[0-9]")',
      [{ kind: "text", needles: [{ op: "contains", text: "abcd" }] }],
    ],
    ['content.matches("abcd|x")', []],
    ['!content.matches("abcd")', []],
    ['creator.matches("abcd")', []],
    ['visibility == "PUBLIC"', [{ kind: "shared" }]],
    ['"PROTECTED" == visibility', [{ kind: "shared" }]],
    ['visibility in ["PUBLIC", "PROTECTED"] && has_link', [{ kind: "shared" }]],
    ['visibility in ["PUBLIC", "SPACE"]', []],
    ['visibility != "PUBLIC"', []],
    ['visibility == "PRIVATE"', []],
    ['pinned || "work" in tags', []],
    ['tag in ["work"]', [{ kind: "branch", tag: "work" }]],
    [
      "created_ts > timestamp(1) && created_ts <= timestamp(5)",
      [{ kind: "time", fromMs: 1001, toMs: 5000 }],
    ],
    ["created_ts > 1 && 5 >= created_ts", [{ kind: "time", fromMs: 1001, toMs: 5000 }]],
  ])("%s offers %j", (cel, drivers) => {
    expect(filterDrivers(compile(cel))).toEqual(drivers);
  });
});
