import type { DatePart } from "./date-part.ts";
import type { FilterSchema } from "./schema.ts";

export type CompareOp = "==" | "!=" | "<" | "<=" | ">" | ">=";
export type TextOp = "contains" | "starts" | "ends";

/** Loops over tags nest at most twice: membership inside a macro. 0 is the outer one. */
export type TagLevel = 0 | 1;

/** A text value of a plan. Only `field` may be null, and only where the schema says so. */
export type StrOperand =
  | { readonly kind: "const"; readonly value: string }
  | { readonly kind: "field"; readonly field: string; readonly nullable: boolean }
  /** The tag that the enclosing `tag` node of this level stands at. */
  | { readonly kind: "tag"; readonly level: TagLevel }
  | { readonly kind: "concat"; readonly parts: readonly StrOperand[] };

/** A 64-bit integer of a plan; bounds are proven while compiling, so none can overflow. */
export type IntOperand =
  | { readonly kind: "const"; readonly value: bigint }
  | { readonly kind: "field"; readonly field: string }
  /** Length of a text in code points. */
  | { readonly kind: "size"; readonly of: StrOperand }
  /** Number of tags for which `body` holds; all of them when null. */
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
 * What a filter means. Every node answers true or false for every record, never null, so `not`,
 * `and` and `or` are those of ordinary logic in both back-ends.
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
  /** Both sides give the same answer. */
  | { readonly node: "iff"; readonly left: PlanNode; readonly right: PlanNode }
  | { readonly node: "bool"; readonly field: string }
  | { readonly node: "nullIs"; readonly field: string }
  /** Compares in code-point order; only `==` and `!=` reach a nullable side, and null equals only null. */
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
  /** RE2 search, unanchored, case-sensitive. */
  | { readonly node: "regex"; readonly of: StrOperand; readonly pattern: string }
  /** Compares a field with whole milliseconds; `fromNow` when the bound moves with the clock. */
  | {
      readonly node: "ts";
      readonly op: CompareOp;
      readonly field: string;
      readonly atMs: number;
      readonly fromNow: boolean;
    }
  /** Compares `left` with `right` moved by `offsetMs`. */
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

/** A checked filter, ready for either back-end. Plain data but for the set. */
export interface FilterPlan {
  readonly root: PlanNode;
  /** What was compiled. */
  readonly source: string;
  readonly schema: FilterSchema;
  /** Names of the fields the filter reads. */
  readonly fields: ReadonlySet<string>;
  readonly usesNow: boolean;
  /** The instant that `now` was frozen at. */
  readonly nowMs: number;
  /** When a part that depends on `now` alone can next change, for every record at once; or null. */
  readonly constantFlipMs: number | null;
}
