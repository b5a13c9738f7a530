import { FilterRefusal } from "../parse/filter-refusal.ts";
import type { FilterErrorKind } from "../../error/filter-error.ts";
import type { DayStart } from "../values/days.ts";
import type { CelNode } from "../parse/parse-cel.ts";
import type { PlanNode, TagLevel } from "../plan/plan.ts";
import type { FilterSchema } from "../plan/schema.ts";
import { typeName, type Value } from "./value.ts";

/** Maximum number of plan nodes per filter. Unrolled lists and ternaries multiply them. */
export const maxPlanSize = 4000;

/** State of one compilation, created for each call of `compileFilter`. */
export interface Lowering {
  readonly schema: FilterSchema;
  readonly nowMs: number;
  readonly dayStart: DayStart;
  readonly resolveUser: ((integerId: number) => string | null) | undefined;
  readonly resolveMemo: ((integerId: number) => string | null) | undefined;
  readonly fields: Set<string>;
  /** Lowers any expression. It is a field because calls and operators would otherwise import each other. */
  readonly lower: (ast: CelNode) => Value;
  /** The variable of the macro that is being lowered, if any. */
  variable: { readonly name: string; readonly value: Value } | null;
  /** The level that a loop over tags would have here: 1 inside a macro over tags. */
  tagLevel: TagLevel;
  /**
   * Patterns in order of appearance with their positions. They are checked after everything else has passed.
   */
  readonly patterns: Map<string, Pick<CelNode, "start">>;
  depth: number;
  size: number;
  usesNow: boolean;
  constantFlipMs: number | null;
}

/** Ends the compilation with a refusal at the start of `node`. */
export function refuse(
  kind: FilterErrorKind,
  message: string,
  node: Pick<CelNode, "start">,
  suggestion?: string,
): never {
  throw new FilterRefusal(kind, message, node.start, suggestion);
}

/** Counts work that a short filter can multiply. Throws a refusal above the limit. */
export function spend(lowering: Lowering, amount: number, node: Pick<CelNode, "start">): void {
  lowering.size += amount;
  if (lowering.size > maxPlanSize) refuse("limit", "the filter is too complex", node);
}

/** Records when a part that depends on `now` alone next changes. */
export function noteFlip(lowering: Lowering, flipMs: number | null): void {
  if (flipMs === null || flipMs <= lowering.nowMs) return;
  lowering.constantFlipMs = Math.min(flipMs, lowering.constantFlipMs ?? flipMs);
}

/** Checks and lowers an expression that must be a boolean. Throws refusals. */
export function lowerCondition(lowering: Lowering, ast: CelNode, what: string): PlanNode {
  const value = lowering.lower(ast);
  if (value.type !== "bool") {
    return refuse("type", `${what} must be true or false, not ${typeName(value)}`, ast);
  }
  return value.node;
}
