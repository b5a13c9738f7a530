import { err, ok, type Result } from "../error/result.ts";
import { FilterRefusal, refusalToError } from "./parse/filter-refusal.ts";
import type { FilterError } from "../error/filter-error.ts";
import { lower } from "./lower/lower.ts";
import { lowerCondition, maxPlanSize, refuse, type Lowering } from "./lower/lowering.ts";
import { parseCel } from "./parse/parse-cel.ts";
import { planSize } from "./plan/plan-size.ts";
import type { FilterPlan } from "./plan/plan.ts";
import { type DayStart, utcDayStart } from "./values/days.ts";
import { compileRegex, maxPatternCost, patternCost } from "./values/regex.ts";
import type { FilterSchema } from "./plan/schema.ts";

/** Schema, clock and id lookups for compiling a filter. */
export interface CompileFilterOptions {
  readonly schema: FilterSchema;
  /** Value of `now` in epoch milliseconds. */
  readonly nowMs: number;
  /** Start of a calendar day for the reader; in UTC by default. */
  readonly dayStart?: DayStart;
  /**
   * Returns the username (or `users/<username>`) for an integer user id, null if there is none. Without it
   * `creator_id` is refused.
   */
  readonly resolveUser?: (integerId: number) => string | null;
  /** Returns the id of a memo for its integer id, for `memo_id`; null if there is none. */
  readonly resolveMemo?: (integerId: number) => string | null;
}

/**
 * Compiles a CEL filter to a plan that both back-ends evaluate alike. Reads no data and runs nothing. Blank
 * text is refused (`empty`): callers treat "" as no filter. Every refusal is returned within milliseconds,
 * whatever the input. Rules F1–F20 in SPEC.md.
 */
export function compileFilter(
  source: string,
  options: CompileFilterOptions,
): Result<FilterPlan, FilterError> {
  const { schema, nowMs, dayStart = utcDayStart, resolveUser, resolveMemo } = options;
  const lowering: Lowering = {
    schema,
    nowMs,
    dayStart,
    resolveUser,
    resolveMemo,
    fields: new Set(),
    lower: (ast) => lower(lowering, ast),
    variable: null,
    tagLevel: 0,
    patterns: new Map(),
    depth: 0,
    size: 0,
    usesNow: false,
    constantFlipMs: null,
  };
  try {
    const root = lowerCondition(lowering, parseCel(source), "a filter");
    if (planSize(root) > maxPlanSize)
      throw new FilterRefusal("limit", "the filter is too complex", 0);
    checkPatterns(lowering);
    const { fields, usesNow, constantFlipMs } = lowering;
    return ok({ root, source, schema, fields, usesNow, nowMs, constantFlipMs });
  } catch (error) {
    if (error instanceof FilterRefusal) return err(refusalToError(error, source));
    throw error;
  }
}

/** Compiles the patterns last: they cost more than everything else, and a filter may be refused before. */
function checkPatterns({ patterns }: Lowering): void {
  let cost = 0;
  for (const [pattern, at] of patterns) {
    cost += patternCost(pattern);
    if (cost > maxPatternCost) refuse("limit", "the filter's patterns are too complex", at);
  }
  for (const [pattern, at] of patterns) {
    const test = compileRegex(pattern);
    if (typeof test === "string") refuse("regex", test, at);
  }
}
