import { codePointLength, compareText, textMatches } from "./lower/compare-text.ts";
import { orders } from "./lower/compare-values.ts";
import { datePartOf } from "./plan/date-part.ts";
import { foldText } from "./values/fold-text.ts";
import { findsIn, needleOf } from "./values/same-letters.ts";
import type { FilterPlan, IntOperand, PlanNode, StrOperand, TagLevel } from "./plan/plan.ts";
import { compileRegex } from "./values/regex.ts";
import type { FilterableMemo, FilterSchema } from "./plan/schema.ts";

/** State of one evaluation: the record, the current tag of each loop by level, and texts folded so far. */
interface Scope {
  readonly record: Readonly<Record<string, unknown>>;
  readonly folded: Map<string, string>;
  readonly tags: string[];
}

type Test = (scope: Scope) => boolean;

/**
 * Compiles a plan to a predicate. It returns a result for every record, never throws and has no state between
 * calls. It agrees with the SQL back-end on every record whose text is well-formed.
 */
export function evaluatePlan<R extends object = FilterableMemo>(
  plan: FilterPlan,
): (record: R) => boolean {
  const test = compileNode(plan.root, plan.schema);
  return (record) =>
    test({ record: record as Readonly<Record<string, unknown>>, folded: new Map(), tags: [] });
}

function compileNode(node: PlanNode, schema: FilterSchema): Test {
  switch (node.node) {
    case "const": {
      const { value } = node;
      return () => value;
    }
    case "and": {
      const parts = node.parts.map((part) => compileNode(part, schema));
      return (scope) => parts.every((part) => part(scope));
    }
    case "or": {
      const parts = node.parts.map((part) => compileNode(part, schema));
      return (scope) => parts.some((part) => part(scope));
    }
    case "not": {
      const part = compileNode(node.part, schema);
      return (scope) => !part(scope);
    }
    case "if": {
      const when = compileNode(node.when, schema);
      const ifTrue = compileNode(node.ifTrue, schema);
      const ifFalse = compileNode(node.ifFalse, schema);
      return (scope) => (when(scope) ? ifTrue(scope) : ifFalse(scope));
    }
    case "iff": {
      const left = compileNode(node.left, schema);
      const right = compileNode(node.right, schema);
      return (scope) => left(scope) === right(scope);
    }
    case "bool": {
      const key = keyOf(schema, node.field);
      return (scope) => scope.record[key] === true;
    }
    case "nullIs": {
      const key = keyOf(schema, node.field);
      return (scope) => scope.record[key] === null;
    }
    case "str":
      return compileStr(node, schema);
    case "inStr": {
      const values: ReadonlySet<string | null> = new Set(node.values);
      const of = compileStrOperand(node.of, schema);
      return (scope) => values.has(of(scope));
    }
    case "text":
      return compileText(node, schema);
    case "finds": {
      const needle = needleOf(node.needle);
      const key = keyOf(schema, "content");
      return (scope) => findsIn(String(scope.record[key]), needle);
    }
    case "regex": {
      const test = compileRegex(node.pattern);
      if (typeof test === "string") throw new Error("a plan holds only patterns that compile");
      const of = compileStrOperand(node.of, schema);
      return (scope) => test(of(scope) ?? "");
    }
    case "ts": {
      const key = keyOf(schema, node.field);
      const { op, atMs } = node;
      return (scope) => orders(op, timeOf(scope, key) - atMs);
    }
    case "ts2": {
      const [left, right] = [keyOf(schema, node.left), keyOf(schema, node.right)];
      const { op, offsetMs } = node;
      return (scope) => orders(op, timeOf(scope, left) - timeOf(scope, right) - offsetMs);
    }
    case "int": {
      const left = compileInt(node.left, schema);
      const right = compileInt(node.right, schema);
      const { op } = node;
      return (scope) => {
        const [a, b] = [left(scope), right(scope)];
        return orders(op, a < b ? -1 : a > b ? 1 : 0);
      };
    }
    case "tag": {
      const holds = standingAt(node.level, compileNode(node.body, schema));
      if (node.quantifier === "any")
        return (scope) => tagsOf(scope).some((tag) => holds(scope, tag));
      if (node.quantifier === "all")
        return (scope) => tagsOf(scope).every((tag) => holds(scope, tag));
      return (scope) => tagsOf(scope).filter((tag) => holds(scope, tag)).length === 1;
    }
  }
}

function standingAt(level: TagLevel, body: Test): (scope: Scope, tag: string) => boolean {
  return (scope, tag) => {
    scope.tags[level] = tag;
    return body(scope);
  };
}

function compileStr(node: PlanNode & { node: "str" }, schema: FilterSchema): Test {
  const left = compileStrOperand(node.left, schema);
  const right = compileStrOperand(node.right, schema);
  const { op } = node;
  if (op === "==") return (scope) => left(scope) === right(scope);
  if (op === "!=") return (scope) => left(scope) !== right(scope);
  return (scope) => orders(op, compareText(left(scope) ?? "", right(scope) ?? ""));
}

function compileText(node: PlanNode & { node: "text" }, schema: FilterSchema): Test {
  const { op, folds } = node;
  const of = compileStrOperand(node.of, schema);
  const needle = compileStrOperand(node.needle, schema);
  if (!folds) return (scope) => textMatches(op, of(scope) ?? "", needle(scope) ?? "");
  const isFolded = node.needle.kind === "const";
  return (scope) => {
    const searched = needle(scope) ?? "";
    const text = foldedOnce(scope, of(scope) ?? "");
    return textMatches(op, text, isFolded ? searched : foldText(searched));
  };
}

/** Folds a text once per record, because several terms of a filter may search the same long text. */
function foldedOnce(scope: Scope, text: string): string {
  const known = scope.folded.get(text);
  if (known !== undefined) return known;
  const folded = foldText(text);
  scope.folded.set(text, folded);
  return folded;
}

function compileStrOperand(
  operand: StrOperand,
  schema: FilterSchema,
): (scope: Scope) => string | null {
  switch (operand.kind) {
    case "const": {
      const { value } = operand;
      return () => value;
    }
    case "field": {
      const key = keyOf(schema, operand.field);
      return (scope) => {
        const value = scope.record[key];
        return typeof value === "string" ? value : null;
      };
    }
    case "tag": {
      const { level } = operand;
      return (scope) => scope.tags[level] ?? "";
    }
    case "concat": {
      const parts = operand.parts.map((part) => compileStrOperand(part, schema));
      return (scope) => parts.map((part) => part(scope) ?? "").join("");
    }
  }
}

function compileInt(operand: IntOperand, schema: FilterSchema): (scope: Scope) => number | bigint {
  switch (operand.kind) {
    case "const": {
      const { value } = operand;
      return () => value;
    }
    case "field": {
      const key = keyOf(schema, operand.field);
      return (scope) => timeOf(scope, key);
    }
    case "size": {
      const of = compileStrOperand(operand.of, schema);
      return (scope) => codePointLength(of(scope) ?? "");
    }
    case "tagCount": {
      if (operand.body === null) return (scope) => tagsOf(scope).length;
      const holds = standingAt(operand.level, compileNode(operand.body, schema));
      return (scope) => tagsOf(scope).filter((tag) => holds(scope, tag)).length;
    }
    case "datePart": {
      const key = keyOf(schema, operand.field);
      const { part, offsetMs } = operand;
      return (scope) => datePartOf(part, timeOf(scope, key) + offsetMs);
    }
    case "arith": {
      const left = compileInt(operand.left, schema);
      const right = compileInt(operand.right, schema);
      const { op } = operand;
      return (scope) => {
        const [a, b] = [BigInt(left(scope)), BigInt(right(scope))];
        if (op === "+") return a + b;
        return op === "-" ? a - b : a * b;
      };
    }
  }
}

function keyOf(schema: FilterSchema, field: string): string {
  const key = schema.fields[field]?.key;
  if (key === undefined) throw new Error(`a plan reads fields of its schema only, not ${field}`);
  return key;
}

function timeOf(scope: Scope, key: string): number {
  return scope.record[key] as number;
}

function tagsOf(scope: Scope): readonly string[] {
  return scope.record["tags"] as readonly string[];
}
