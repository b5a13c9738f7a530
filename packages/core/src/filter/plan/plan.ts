import type { DatePart } from "./date-part.ts";
import type { FilterSchema } from "./schema.ts";

export type CompareOp = "==" | "!=" | "<" | "<=" | ">" | ">=";
export type TextOp = "contains" | "starts" | "ends";

/** Level of a loop over tags. 0 is the outer one; 1 is membership inside a macro. They don't nest deeper. */
export type TagLevel = 0 | 1;

/** Text value of a plan. Only a `field` may be null, and only if the schema allows it. */
export type StrOperand =
  | { readonly kind: "const"; readonly value: string }
  | { readonly kind: "field"; readonly field: string; readonly nullable: boolean }
  /** Current tag of the enclosing `tag` node of this level. */
  | { readonly kind: "tag"; readonly level: TagLevel }
  | { readonly kind: "concat"; readonly parts: readonly StrOperand[] };

/** 64-bit integer of a plan. Its bounds are proven at compile time: none can overflow. */
export type IntOperand =
  | { readonly kind: "const"; readonly value: bigint }
  | { readonly kind: "field"; readonly field: string }
  /** Length of a text in code points. */
  | { readonly kind: "size"; readonly of: StrOperand }
  /** Number of tags for which `body` is true; of all tags if null. */
  | { readonly kind: "tagCount"; readonly level: TagLevel; readonly body: PlanNode | null }
  /** A part, in UTC, of a field's instant moved by `offsetMs`. */
  | {
      readonly kind: "datePart";
      readonly part: DatePart;
      readonly field: string;
      readonly offsetMs: number;
    }
  | {
      readonly kind: "arith";
      readonly op: "+" | "-" | "*";
      readonly left: IntOperand;
      readonly right: IntOperand;
    };

/**
 * Node of a compiled filter. Every node is true or false for every record, never null. `not`, `and` and `or`
 * are therefore those of ordinary logic in both back-ends.
 */
export type PlanNode =
  | { readonly node: "const"; readonly value: boolean }
  | { readonly node: "and"; readonly parts: readonly PlanNode[] }
  | { readonly node: "or"; readonly parts: readonly PlanNode[] }
  | { readonly node: "not"; readonly part: PlanNode }
  | {
      readonly node: "if";
      readonly when: PlanNode;
      readonly ifTrue: PlanNode;
      readonly ifFalse: PlanNode;
    }
  /** True if both sides are equal. */
  | { readonly node: "iff"; readonly left: PlanNode; readonly right: PlanNode }
  | { readonly node: "bool"; readonly field: string }
  | { readonly node: "nullIs"; readonly field: string }
  /**
   * Compares in code-point order. Only `==` and `!=` are used with a nullable side; null equals only null.
   */
  | {
      readonly node: "str";
      readonly op: CompareOp;
      readonly left: StrOperand;
      readonly right: StrOperand;
    }
  | { readonly node: "inStr"; readonly of: StrOperand; readonly values: readonly string[] }
  /** `folds`: both sides are compared after `foldText`; a constant needle is stored folded. */
  | {
      readonly node: "text";
      readonly op: TextOp;
      readonly of: StrOperand;
      readonly needle: StrOperand;
      readonly folds: boolean;
    }
  /** The content has the same letters as a text somewhere (`findsIn`); the text is as typed. */
  | { readonly node: "finds"; readonly needle: string }
  /** RE2 search, unanchored, case-sensitive. */
  | { readonly node: "regex"; readonly of: StrOperand; readonly pattern: string }
  /** Compares a field with whole milliseconds. `fromNow`: the bound moves with the clock. */
  | {
      readonly node: "ts";
      readonly op: CompareOp;
      readonly field: string;
      readonly atMs: number;
      readonly fromNow: boolean;
    }
  /** Compares `left` with `right` plus `offsetMs`. */
  | {
      readonly node: "ts2";
      readonly op: CompareOp;
      readonly left: string;
      readonly right: string;
      readonly offsetMs: number;
    }
  | {
      readonly node: "int";
      readonly op: CompareOp;
      readonly left: IntOperand;
      readonly right: IntOperand;
    }
  | {
      readonly node: "tag";
      readonly quantifier: "any" | "all" | "one";
      readonly level: TagLevel;
      readonly body: PlanNode;
    };

/** Checked filter for either back-end. Plain data except for the set. */
export interface FilterPlan {
  readonly root: PlanNode;
  /** Source text of the filter. */
  readonly source: string;
  readonly schema: FilterSchema;
  /** Names of the fields the filter reads. */
  readonly fields: ReadonlySet<string>;
  readonly usesNow: boolean;
  /** Value of `now` in the plan, in epoch milliseconds. */
  readonly nowMs: number;
  /** Time at which a part that depends on `now` alone may next change, for every record at once; or null. */
  readonly constantFlipMs: number | null;
}
