import { choose } from "../plan/build-plan.ts";
import type { LinearTime } from "./linear-time.ts";
import type { IntOperand, PlanNode, StrOperand, TagLevel } from "../plan/plan.ts";
import type { IdField } from "../plan/schema.ts";

/** Result of lowering an expression: its type, and how to read it from a record. */
export type Value =
  | { readonly type: "bool"; readonly node: PlanNode }
  | { readonly type: "string"; readonly operand: StrOperand; readonly folds: boolean }
  | { readonly type: "int"; readonly operand: IntOperand }
  | { readonly type: "uint"; readonly value: bigint }
  | { readonly type: "double"; readonly value: number }
  | { readonly type: "null" }
  | { readonly type: "timestamp"; readonly time: LinearTime }
  | { readonly type: "duration"; readonly time: LinearTime }
  | { readonly type: "id"; readonly of: IdField }
  /** Tags of the record for which `body` is true; all tags if null. */
  | { readonly type: "tags"; readonly level: TagLevel; readonly body: PlanNode | null }
  | { readonly type: "list"; readonly items: readonly Value[] }
  /** Ternary whose arms aren't booleans. Operators are applied to each arm. */
  | {
      readonly type: "choice";
      readonly when: PlanNode;
      readonly ifTrue: Value;
      readonly ifFalse: Value;
    };

export function boolValue(node: PlanNode): Value {
  return { type: "bool", node };
}

export function textValue(operand: StrOperand): Value {
  return { type: "string", operand, folds: false };
}

/** Applies an operator inside each arm of a ternary. */
export function throughChoice(
  value: Value,
  apply: (plain: Exclude<Value, { type: "choice" }>) => Value,
): Value {
  if (value.type !== "choice") return apply(value);
  return chosen(
    value.when,
    throughChoice(value.ifTrue, apply),
    throughChoice(value.ifFalse, apply),
  );
}

/** Builds a ternary over values of one type. */
export function chosen(when: PlanNode, ifTrue: Value, ifFalse: Value): Value {
  if (when.node === "const") return when.value ? ifTrue : ifFalse;
  if (ifTrue.type === "bool" && ifFalse.type === "bool") {
    return boolValue(choose(when, ifTrue.node, ifFalse.node));
  }
  return { type: "choice", when, ifTrue, ifFalse };
}

/** Returns the CEL name of a value's type, for messages and for comparing types. */
export function typeName(value: Value): string {
  switch (value.type) {
    case "string":
      return isNullable(value) ? "string or null" : "string";
    case "tags":
      return "list of string";
    case "list": {
      const [first] = value.items;
      return first === undefined ? "empty list" : `list of ${typeName(first)}`;
    }
    case "id":
      return "integer id";
    case "choice": {
      const ifTrue = typeName(value.ifTrue);
      return ifTrue === "null" || ifTrue === "empty list" ? typeName(value.ifFalse) : ifTrue;
    }
    case "bool":
    case "int":
    case "uint":
    case "double":
    case "null":
    case "timestamp":
    case "duration":
      return value.type;
  }
}

export function isNullable(value: Value): boolean {
  return value.type === "string" && value.operand.kind === "field" && value.operand.nullable;
}

/** Returns true if two values may be in one list, or in the two arms of a ternary. */
export function sameType(left: Value, right: Value): boolean {
  const [a, b] = [typeName(left), typeName(right)];
  if (a === b) return true;
  const nullable = new Set(["string", "string or null", "null"]);
  if (nullable.has(a) && nullable.has(b)) return a.includes("null") || b.includes("null");
  const isList = (name: string): boolean => name.includes("list");
  return isList(a) && isList(b) && (a === "empty list" || b === "empty list");
}
