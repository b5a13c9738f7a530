import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { propertyRuns } from "../../../../scripts/property-runs.ts";
import { compileFilter, evaluatePlan } from "../../src/filter/index.ts";
import { memoFilterSchema, type FilterableMemo } from "../../src/filter/plan/schema.ts";
import { nextFlipMs } from "../../src/filter/plan/next-flip.ts";
import { randomFilter, randomMemo, randomNowMs } from "./random-filter.ts";

function ask(cel: string, memo: FilterableMemo, nowMs: number) {
  const compiled = compileFilter(cel, { schema: memoFilterSchema, nowMs });
  if (!compiled.ok) throw new Error(`${cel}: ${compiled.error.message}`);
  return { answer: evaluatePlan(compiled.value)(memo), flipMs: nextFlipMs(compiled.value, memo) };
}

// Random tests: the timeout is for slow machines only.
const timeoutMs = 120_000;

describe("F11 · nextFlipMs never misses a change", () => {
  test(
    "the result stays the same at every instant before the flip",
    () => {
      const steps = fc.array(
        fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 500_000_000 })),
        { minLength: 1, maxLength: 5 },
      );
      fc.assert(
        fc.property(randomFilter, randomMemo, steps, (cel, memo, laters) => {
          const { answer, flipMs } = ask(cel, memo, randomNowMs);
          for (const later of [...laters, (flipMs ?? randomNowMs) - randomNowMs - 1]) {
            const atMs = randomNowMs + later;
            if (later < 0 || (flipMs !== null && atMs >= flipMs)) continue;
            expect([cel, later, ask(cel, memo, atMs).answer]).toEqual([cel, later, answer]);
          }
        }),
        { numRuns: propertyRuns(1000) },
      );
    },
    timeoutMs,
  );

  const memo = fc.sample(randomMemo, 1)[0];
  const hourMs = 3_600_000;

  test.each([
    ["created_ts > now - duration('1h')", randomNowMs + hourMs],
    ["created_ts >= now - duration('1h')", randomNowMs + hourMs + 1],
    ["now.getHours() == 12", randomNowMs + hourMs],
    ["now.getMonth() == 2", Date.UTC(2026, 2, 16)],
    ["created_ts > timestamp(0)", null],
    ["created_ts > now", null],
  ])("%s flips next at %s", (cel, flipMs) => {
    if (memo === undefined) throw new Error("a sample has one memo");
    expect(ask(cel, { ...memo, createdMs: randomNowMs }, randomNowMs).flipMs).toBe(flipMs);
  });
});
