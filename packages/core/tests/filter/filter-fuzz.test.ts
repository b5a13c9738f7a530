import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { propertyRuns } from "../../../../scripts/property-runs.ts";
import { compileFilter, evaluatePlan } from "../../src/filter/index.ts";
import { memoFilterSchema } from "../../src/filter/plan/schema.ts";
import type { FilterPlan } from "../../src/filter/plan/plan.ts";
import { projectFilterCases, sourceOf } from "./filter-cases.ts";
import { randomFilter, randomMemo, randomNowMs } from "./random-filter.ts";

// Set FILTER_FUZZ_RUNS=100000 for a long run.
const numRuns = Number(process.env["FILTER_FUZZ_RUNS"] ?? propertyRuns(2000));
const cases = projectFilterCases().map(sourceOf);
const tokens = [
  ...["(", ")", "[", "]", "{", "}", ",", ".", "?", ":", "!", "-", "+", "*", "/", "%", "&&", "||"],
  ...["==", "!=", "<", "in", "true", "null", "now", "content", "tags", "tag", "space", "pinned"],
  ...["created_ts", "t", "exists", "all", "filter", "size", "matches", "contains", "timestamp"],
  ...[
    "duration",
    "sets",
    "has",
    "'",
    '"',
    "'''",
    "r'",
    "b'",
    "\\",
    "\\u",
    "\n",
    "//",
    "\0",
    "\ud800",
  ],
  ...["0x", "1e", "9223372036854775808", "1u", "1.5", "'24h'", "'a{1000}'", "__proto__", "\u00a0"],
];
const broken = fc
  .tuple(
    fc.oneof(randomFilter, fc.constantFrom(...cases)),
    fc.nat(),
    fc.nat(),
    fc.constantFrom(...tokens),
  )
  .map(([source, from, length, token]) => {
    const at = from % (source.length + 1);
    return source.slice(0, at) + token + source.slice(at + (length % 4));
  });
const repeated = fc
  .tuple(fc.array(fc.constantFrom(...tokens), { minLength: 1, maxLength: 4 }), fc.nat(3000))
  .map(([pieces, count]) => pieces.join(" ").repeat(count).slice(0, 9000));
const source = fc.oneof(
  { weight: 4, arbitrary: broken },
  {
    weight: 2,
    arbitrary: fc.array(fc.constantFrom(...tokens), { maxLength: 20 }).map((all) => all.join(" ")),
  },
  { weight: 1, arbitrary: repeated },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
);

// Random tests: the timeout is for slow machines only.
const timeoutMs = 120_000;

describe("F15 · no input breaks the compiler", () => {
  test(
    "every text compiles and evaluates, or is refused with a position",
    () => {
      fc.assert(
        fc.property(source, randomMemo, (text, memo) => {
          const compiled = compileFilter(text, { schema: memoFilterSchema, nowMs: randomNowMs });
          if (compiled.ok) {
            expect(typeof evaluatePlan(compiled.value)(memo)).toBe("boolean");
            return;
          }
          const { message, position } = compiled.error;
          expect(message).not.toBe("");
          expect(position.offset).toBeGreaterThanOrEqual(0);
          expect(position.offset).toBeLessThanOrEqual(text.length);
          expect(position.line).toBe(text.slice(0, position.offset).split("\n").length);
        }),
        { numRuns },
      );
    },
    timeoutMs,
  );

  test.each([
    ["ternaries added up", `${Array(50).fill("(pinned ? 1 : 2)").join("+")}==1`],
    ["ternaries joined", `${Array(50).fill("(pinned ? content : creator)").join("+")}==''`],
    [
      "a list unrolled",
      `[${Array(300).fill("1").join()}].exists(x, ${Array(60).fill("x==size(tags)").join("||")})`,
    ],
    [
      "many patterns",
      Array.from({ length: 60 }, (_, n) => `content.matches('\\\\pL{${900 + n}}')`).join("||"),
    ],
    ["minus signs", `${"-".repeat(8000)}1`],
    ["negations", `${"!".repeat(8000)}pinned`],
    ["negations behind a string", `'${"x".repeat(4000)}' == '' || ${"! ".repeat(2000)}pinned`],
    ["calls", "f(".repeat(2500)],
    ["lists", "[".repeat(8000)],
    ["maps", "{1:".repeat(2500)],
    ["fields", `content${".a".repeat(4000)}`],
    ["ternaries", "pinned?".repeat(1100)],
    ["equalities", Array(200).fill("pinned").join("==")],
    ["sums", `size(content)${"+1".repeat(200)}==1`],
    ["bytes beyond the limit", `content == '${"é".repeat(4090)}'`],
  ])("%s exceed a limit", (_what, text) => {
    const compiled = compileFilter(text, { schema: memoFilterSchema, nowMs: randomNowMs });
    expect(compiled.ok ? "ok" : compiled.error.kind).toBe("limit");
  });

  test("text inside strings doesn't count as nesting", () => {
    for (const text of ["-".repeat(200), "(".repeat(200), "!".repeat(200)]) {
      expect(compile(`content.contains('${text}')`).root.node).toBe("text");
    }
  });
});

function compile(text: string): FilterPlan {
  const compiled = compileFilter(text, { schema: memoFilterSchema, nowMs: randomNowMs });
  if (!compiled.ok) throw new Error(compiled.error.message);
  return compiled.value;
}
