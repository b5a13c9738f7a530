import { isCelError, run } from "@bufbuild/cel";
import fc from "fast-check";
import { expect, test } from "vitest";
import { propertyRuns } from "../../../../scripts/property-runs.ts";
import { compileFilter, evaluatePlan } from "../../src/filter/index.ts";
import { memoFilterSchema, type FilterableMemo } from "../../src/filter/plan/schema.ts";
import { randomMemo, randomNowMs } from "./random-filter.ts";

// The part of the language in which the other implementation is correct. Leaves out regular expressions (it
// runs RegExp), times (it parses leniently), order of text (UTF-16) and content (this app folds it).
const name = fc.constantFrom(...["a", "A", "work", "work/x", "users/1", "%", "q\"'", "😀"]);
const text = fc.oneof(
  name.map((value) => JSON.stringify(value)),
  fc.constant("creator"),
);
const int = fc.oneof(
  fc.integer({ min: 0, max: 6 }).map(String),
  fc.constantFrom("size(tags)", "size(creator)", "(size(tags) * 2 - 1)", "7 / 2", "-7 % 3"),
);

function leaf(variable: string | null): fc.Arbitrary<string> {
  const subject = variable === null ? text : fc.oneof(text, fc.constant(variable));
  return fc.oneof(
    fc.constantFrom("pinned", "has_link", "has_code", "true", "false", "space == null"),
    fc.tuple(subject, fc.constantFrom("==", "!="), subject).map((all) => all.join(" ")),
    fc
      .tuple(int, fc.constantFrom("==", "<", "<=", ">", ">=", "!="), int)
      .map((all) => all.join(" ")),
    fc
      .tuple(subject, fc.constantFrom("contains", "startsWith", "endsWith"), subject)
      .map(([a, method, b]) => `${a}.${method}(${b})`),
    fc
      .tuple(subject, fc.array(text, { maxLength: 3 }))
      .map(([a, list]) => `${a} in [${list.join()}]`),
    subject.map((a) => `${a} in tags`),
    fc
      .tuple(fc.constantFrom("==", "!="), name)
      .map(([op, a]) => `space ${op} ${JSON.stringify(a)}`),
  );
}

function condition(variable: string | null, depth: number): fc.Arbitrary<string> {
  if (depth === 0) return leaf(variable);
  const inner = condition(variable, depth - 1);
  const branches = [
    leaf(variable),
    inner.map((a) => `!(${a})`),
    fc.tuple(inner, fc.constantFrom("&&", "||"), inner).map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc.tuple(inner, inner, inner).map(([a, b, c]) => `((${a}) ? (${b}) : (${c}))`),
  ];
  if (variable !== null) return fc.oneof(...branches);
  const macro = fc
    .tuple(fc.constantFrom("exists", "all", "exists_one"), condition("t", 1))
    .map(([quantifier, body]) => `tags.${quantifier}(t, ${body})`);
  return fc.oneof(...branches, macro);
}

test(
  "F3 · another CEL implementation gives the same results where it is correct",
  () => {
    fc.assert(
      fc.property(condition(null, 3), randomMemo, (cel, memo) => {
        const compiled = compileFilter(cel, { schema: memoFilterSchema, nowMs: randomNowMs });
        if (!compiled.ok) throw new Error(`${cel}: ${compiled.error.message}`);
        const theirs = run(cel, bindingsOf(memo));
        if (isCelError(theirs)) throw theirs;
        expect([cel, evaluatePlan(compiled.value)(memo)]).toEqual([cel, theirs]);
      }),
      { numRuns: propertyRuns(500) },
    );
  },
  // Random tests: the timeout is for slow machines only.
  120_000,
);

function bindingsOf(memo: FilterableMemo) {
  return {
    creator: memo.creator,
    pinned: memo.pinned,
    has_link: memo.hasLink,
    has_code: memo.hasCode,
    space: memo.space,
    tags: [...memo.tags],
  };
}
