import { always, anyOf, allOf, choose, constant, negate, never, same } from "../plan/build-plan.ts";
import { compareId } from "./compare-id.ts";
import { compareText } from "./compare-text.ts";
import { secondsToInstant } from "../values/instant.ts";
import { compareTimes, constantTime, flipped } from "./linear-time.ts";
import { noteFlip, refuse, spend, type Lowering } from "./lowering.ts";
import type { CelNode } from "../parse/parse-cel.ts";
import type { CompareOp, PlanNode, StrOperand } from "../plan/plan.ts";
import { isNullable, sameType, typeName, type Value } from "./value.ts";
import { userName } from "../../names/names.ts";

/** Lowers a comparison of two values. Refuses (`type`) types for which CEL has no overload. */
export function compareValues(
  lowering: Lowering,
  op: CompareOp,
  left: Value,
  right: Value,
  at: CelNode,
): PlanNode {
  spend(lowering, 1, at);
  if (left.type === "choice") {
    return choose(
      left.when,
      compareValues(lowering, op, left.ifTrue, right, at),
      compareValues(lowering, op, left.ifFalse, right, at),
    );
  }
  if (right.type === "choice") return compareValues(lowering, flipped[op], right, left, at);
  if (left.type === "tags" || left.type === "list") {
    if (!sameType(left, right)) return refuseTypes(op, left, right, at);
    return refuse(
      "unsupported",
      "lists are not compared with each other",
      at,
      'write "name" in tags, or size(tags) == 0',
    );
  }
  if (left.type === "id") return compareId(lowering, op, left, right, at);
  if (right.type === "id") return compareId(lowering, flipped[op], right, left, at);
  if (left.type === "null" || right.type === "null") {
    return compareNull(op, left, right, at);
  }
  const isEquality = op === "==" || op === "!=";
  if ((isNullable(left) || isNullable(right)) && !isEquality) {
    return refuse("type", `${op} has no meaning for a value that may be null`, at);
  }
  if (left.type === "string" && right.type === "string") {
    return compareStrings(lowering, op, left.operand, right.operand);
  }
  if (left.type === "bool" && right.type === "bool") {
    return compareBools(op, left.node, right.node);
  }
  if (left.type === "int" && right.type === "int") {
    if (left.operand.kind === "const" && right.operand.kind === "const") {
      const [a, b] = [left.operand.value, right.operand.value];
      return constant(orders(op, a < b ? -1 : a > b ? 1 : 0));
    }
    return { node: "int", op, left: left.operand, right: right.operand };
  }
  if (left.type === "uint" && right.type === "uint") {
    return constant(orders(op, left.value < right.value ? -1 : left.value > right.value ? 1 : 0));
  }
  if (left.type === "double" && right.type === "double") {
    const [a, b] = [left.value, right.value];
    // NaN is neither less, nor equal, nor greater.
    return constant(orders(op, a < b ? -1 : a > b ? 1 : a === b ? 0 : Number.NaN));
  }
  if (left.type === "timestamp" && right.type === "int") {
    return compareValues(lowering, op, left, secondsToTime(op, left, right, at), at);
  }
  if (left.type === "int" && right.type === "timestamp") {
    return compareValues(lowering, flipped[op], right, left, at);
  }
  if (
    (left.type === "timestamp" && right.type === "timestamp") ||
    (left.type === "duration" && right.type === "duration")
  ) {
    const compared = compareTimes(op, left.time, right.time, lowering.nowMs);
    if (compared === null) return refuse("unsupported", "too many times in one comparison", at);
    noteFlip(lowering, compared.flipMs);
    return compared.node;
  }
  return refuseTypes(op, left, right, at);
}

/** Returns true if the sign of a comparison (negative, zero, positive) satisfies the operator. */
export function orders(op: CompareOp, sign: number): boolean {
  switch (op) {
    case "==":
      return sign === 0;
    case "!=":
      return sign !== 0;
    case "<":
      return sign < 0;
    case "<=":
      return sign <= 0;
    case ">":
      return sign > 0;
    case ">=":
      return sign >= 0;
  }
}

/** Converts a number that is compared with a time. It is epoch seconds, as in `timestamp(…)`. */
function secondsToTime(
  op: CompareOp,
  time: Value,
  seconds: Extract<Value, { type: "int" }>,
  at: CelNode,
): Value {
  if (seconds.operand.kind !== "const") return refuseTypes(op, time, seconds, at);
  const { value } = seconds.operand;
  const nanos = secondsToInstant(value);
  if (nanos !== null) return { type: "timestamp", time: constantTime(nanos) };
  const inMillis = secondsToInstant(value / 1000n) === null ? null : value / 1000n;
  return refuse(
    "timestamp",
    "the number is not a time; use epoch seconds of the years 1 to 9999",
    at,
    inMillis === null ? undefined : `write ${inMillis} if these are milliseconds`,
  );
}

function refuseTypes(op: CompareOp, left: Value, right: Value, at: CelNode): never {
  const types = `${typeName(left)} ${op} ${typeName(right)}`;
  return refuse("type", `cannot compare ${types}`, at, insteadOfTypes(left, right));
}

function insteadOfTypes(left: Value, right: Value): string | undefined {
  const types: ReadonlySet<string> = new Set([left.type, right.type]);
  const has = (...names: string[]): boolean => names.some((name) => types.has(name));
  if (types.has("timestamp") && has("int", "string", "double", "uint")) {
    return 'write timestamp("2026-01-01T00:00:00Z"), now - duration("168h"), or whole epoch seconds';
  }
  return types.has("duration") && has("int", "double") ? 'write duration("60s")' : undefined;
}

function compareNull(op: CompareOp, left: Value, right: Value, at: CelNode): PlanNode {
  if (op !== "==" && op !== "!=") return refuse("type", `${op} has no meaning for null`, at);
  const other = left.type === "null" ? right : left;
  let isNull: PlanNode;
  if (other.type === "null") isNull = always;
  else if (other.type === "string" && other.operand.kind === "field" && other.operand.nullable) {
    isNull = { node: "nullIs", field: other.operand.field };
  } else return refuse("type", `${typeName(other)} is never null`, at);
  return op === "==" ? isNull : negate(isNull);
}

function compareStrings(
  lowering: Lowering,
  op: CompareOp,
  left: StrOperand,
  right: StrOperand,
): PlanNode {
  if (left.kind === "const" && right.kind === "const") {
    return constant(orders(op, compareText(left.value, right.value)));
  }
  if (left.kind === "const") return compareStrings(lowering, flipped[op], right, left);
  // Stored tags are in NFC.
  if (right.kind === "const" && left.kind === "tag") {
    return { node: "str", op, left, right: { kind: "const", value: right.value.normalize() } };
  }
  if (right.kind === "const" && left.kind === "field" && left.field === "creator") {
    return { node: "str", op, left, right: resolveCreator(lowering, right.value) };
  }
  return { node: "str", op, left, right };
}

/** Resolves `users/7` to `users/<username>` if the number is known. Usernames are never all digits. */
export function resolveCreator(
  lowering: Lowering,
  value: string,
): { readonly kind: "const"; readonly value: string } {
  const digits = /^users\/(\d{1,15})$/.exec(value)?.[1];
  const resolved = digits === undefined ? null : (lowering.resolveUser?.(Number(digits)) ?? null);
  if (resolved === null) return { kind: "const", value };
  return { kind: "const", value: resolved.startsWith("users/") ? resolved : userName(resolved) };
}

function compareBools(op: CompareOp, left: PlanNode, right: PlanNode): PlanNode {
  switch (op) {
    case "==":
      return same(left, right);
    case "!=":
      return negate(same(left, right));
    case "<":
      return allOf([negate(left), right]);
    case "<=":
      return anyOf([negate(left), right]);
    case ">":
      return allOf([left, negate(right)]);
    case ">=":
      return anyOf([left, negate(right)]);
  }
}

/** Lowers `left in right`, where `right` is a list or the tags. */
export function memberOf(lowering: Lowering, left: Value, right: Value, at: CelNode): PlanNode {
  spend(lowering, 1, at);
  if (right.type === "choice") {
    return choose(
      right.when,
      memberOf(lowering, left, right.ifTrue, at),
      memberOf(lowering, left, right.ifFalse, at),
    );
  }
  if (right.type === "tags") {
    if (typeName(left) !== "string" && typeName(left) !== "string or null") {
      return refuse("type", `tags are text; ${typeName(left)} can't be one of them`, at);
    }
    const isTag = compareValues(
      lowering,
      "==",
      { type: "string", operand: { kind: "tag", level: right.level }, folds: false },
      left,
      at,
    );
    const body = right.body === null ? isTag : allOf([right.body, isTag]);
    return body.node === "const" && !body.value
      ? never
      : { node: "tag", quantifier: "any", level: right.level, body };
  }
  if (right.type !== "list") {
    return refuse("type", `in requires a list on its right, not ${typeName(right)}`, at);
  }
  if (right.items.length === 0) return never;
  const texts = constantTexts(right.items);
  if (texts !== null && left.type === "string" && left.operand.kind !== "const") {
    const isCreator = left.operand.kind === "field" && left.operand.field === "creator";
    const isTag = left.operand.kind === "tag";
    const values = texts.map((text) => {
      if (isCreator) return resolveCreator(lowering, text).value;
      return isTag ? text.normalize() : text;
    });
    return { node: "inStr", of: left.operand, values: [...new Set(values)] };
  }
  return anyOf(right.items.map((item) => compareValues(lowering, "==", left, item, at)));
}

function constantTexts(items: readonly Value[]): string[] | null {
  const texts: string[] = [];
  for (const item of items) {
    if (item.type !== "string" || item.operand.kind !== "const") return null;
    texts.push(item.operand.value);
  }
  return texts;
}
