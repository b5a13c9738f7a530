import { isInstant } from "../../time/rfc3339.ts";
import { allOf, anyOf, negate } from "../plan/build-plan.ts";
import { compareValues, memberOf } from "./compare-values.ts";
import { isDuration } from "../values/instant.ts";
import { arith, foldArith, isInt } from "./int-operand.ts";
import { combineTimes, fieldTime, nowTime } from "./linear-time.ts";
import { lowerCall, lowerMethod } from "./lower-call.ts";
import { lowerCondition, refuse, spend, type Lowering } from "./lowering.ts";
import type { CelNode } from "../parse/parse-cel.ts";
import type { CompareOp, PlanNode, StrOperand } from "../plan/plan.ts";
import { maxNesting } from "../parse/source-limits.ts";
import { suggestField } from "./suggest-field.ts";
import {
  boolValue,
  chosen,
  isNullable,
  sameType,
  textValue,
  throughChoice,
  typeName,
  type Value,
} from "./value.ts";

/** Checks and lowers any expression. Throws refusals. */
export function lower(lowering: Lowering, ast: CelNode): Value {
  lowering.depth += 1;
  // The innermost operand doesn't count as a level.
  if (lowering.depth > maxNesting + 1) {
    refuse("limit", `the filter is nested deeper than ${maxNesting}`, ast);
  }
  spend(lowering, 1, ast);
  const value = lowerNode(lowering, ast);
  lowering.depth -= 1;
  return value;
}

function lowerNode(lowering: Lowering, ast: CelNode): Value {
  switch (ast.op) {
    case "value":
      return lowerLiteral(ast, ast.args);
    case "id":
      return lowerIdentifier(lowering, ast, ast.args);
    case "&&":
    case "||": {
      const parts = chainOf(ast, [ast.op]).map(({ node }) =>
        lowerCondition(lowering, node, `each side of ${ast.op}`),
      );
      return boolValue(ast.op === "&&" ? allOf(parts) : anyOf(parts));
    }
    case "!_":
      return boolValue(negate(lowerCondition(lowering, ast.args, "what ! negates")));
    case "-_":
      return lowerMinus(lowering, ast.args, ast);
    case "==":
    case "!=":
    case "<":
    case "<=":
    case ">":
    case ">=":
      return lowerComparison(lowering, ast.op, ast.args, ast);
    case "in":
      return lowerMembership(lowering, ast.args, ast);
    case "+":
    case "-":
    case "*":
    case "/":
    case "%":
      return lowerArithmetic(lowering, ast);
    case "?:": {
      const [condition, consequent, alternate] = ast.args;
      const when = lowerCondition(lowering, condition, "what ? asks");
      const ifTrue = lower(lowering, consequent);
      const ifFalse = lower(lowering, alternate);
      if (!sameType(ifTrue, ifFalse)) {
        refuse("type", `? : gives ${typeName(ifTrue)} or ${typeName(ifFalse)}`, ast);
      }
      return chosen(when, ifTrue, ifFalse);
    }
    case "list": {
      const items = ast.args.map((item) => lower(lowering, item));
      const [first] = items;
      for (const [index, item] of items.entries()) {
        if (first !== undefined && !sameType(first, item)) {
          const types = `${typeName(first)} and ${typeName(item)}`;
          refuse("type", `a list holds one type, not ${types}`, ast.args[index] ?? ast);
        }
      }
      return { type: "list", items };
    }
    case "call":
      refuseTrailingComma(ast, ast.args[1]);
      return lowerCall(lowering, ast, ast.args[0], ast.args[1]);
    case "rcall":
      refuseTrailingComma(ast, ast.args[2]);
      return lowerMethod(lowering, ast, ast.args[0], ast.args[1], ast.args[2]);
    case ".": {
      const of = lower(lowering, ast.args[0]);
      return refuse("type", `a ${typeName(of)} has no field ${ast.args[1]}`, ast);
    }
    case "[]": {
      lower(lowering, ast.args[0]);
      lower(lowering, ast.args[1]);
      return refuse("unsupported", "lists are not indexed", ast, 'write "name" in tags');
    }
    case ".?":
    case "[?]":
    case "map":
      return refuse("unsupported", "this part of CEL is not supported in filters", ast);
  }
}

/** Refuses a trailing comma in a call. CEL allows it only in lists; the parser allows both. */
function refuseTrailingComma(ast: CelNode, args: readonly CelNode[]): void {
  const last = args.at(-1);
  if (last === undefined) return;
  const rest = ast.input.slice(last.end, ast.end).replaceAll(/\/\/[^\n]*/g, "");
  if (rest.includes(",")) refuse("syntax", "unexpected comma", { start: last.end });
}

type Literal = Extract<CelNode, { op: "value" }>["args"];

function lowerLiteral(ast: CelNode, literal: Literal): Value {
  switch (typeof literal) {
    case "boolean":
      return boolValue({ node: "const", value: literal });
    case "string":
      // Stored texts never contain U+0000, and not every database accepts it in a query.
      if (literal.includes("\0")) refuse("syntax", "a string must not contain U+0000", ast);
      return textValue({ kind: "const", value: literal });
    case "number":
      return { type: "double", value: literal };
    case "bigint":
      if (!isInt(literal)) refuse("syntax", "the number does not fit in 64 bits", ast);
      return { type: "int", operand: { kind: "const", value: literal } };
    default:
      if (literal === null) return { type: "null" };
      if (literal instanceof Uint8Array)
        return refuse("unsupported", "bytes are not supported", ast);
      return { type: "uint", value: literal.value };
  }
}

function lowerIdentifier(lowering: Lowering, ast: CelNode, name: string): Value {
  if (lowering.variable?.name === name) return lowering.variable.value;
  if (name === "now") {
    lowering.usesNow = true;
    return { type: "timestamp", time: nowTime };
  }
  const of = lowering.schema.ids[name];
  if (of !== undefined) {
    lowering.fields.add(of.field);
    return { type: "id", of };
  }
  const field = lowering.schema.fields[name];
  if (field === undefined) {
    const suggestion = suggestField(lowering.schema, name);
    const shown = name.length > 40 ? `${name.slice(0, 40)}…` : name;
    return refuse("unknown-identifier", `unknown field ${JSON.stringify(shown)}`, ast, suggestion);
  }
  lowering.fields.add(name);
  switch (field.type) {
    case "bool":
      return boolValue({ node: "bool", field: name });
    case "timestamp":
      return { type: "timestamp", time: fieldTime(name) };
    case "int":
      return { type: "int", operand: { kind: "field", field: name } };
    case "tags":
      return { type: "tags", level: lowering.tagLevel, body: null };
    case "string":
    case "nullable-string": {
      const nullable = field.type === "nullable-string";
      const operand: StrOperand = { kind: "field", field: name, nullable };
      return { type: "string", operand, folds: field.folds === true };
    }
  }
}

/** Returns the operands of a left-leaning chain, leftmost first, without recursion. */
function chainOf(
  ast: CelNode,
  ops: readonly string[],
): { readonly op: string; readonly node: CelNode; readonly at: CelNode }[] {
  const operands: { op: string; node: CelNode; at: CelNode }[] = [];
  let rest = ast;
  while (isBinary(rest) && ops.includes(rest.op)) {
    operands.push({ op: rest.op, node: rest.args[1], at: rest });
    rest = rest.args[0];
  }
  operands.push({ op: "", node: rest, at: rest });
  return operands.reverse();
}

type BinaryNode = Extract<CelNode, { op: "&&" | "||" | "+" | "-" | "*" | "/" | "%" }>;

function isBinary(ast: CelNode): ast is BinaryNode {
  return ["&&", "||", "+", "-", "*", "/", "%"].includes(ast.op);
}

function lowerMinus(lowering: Lowering, argument: CelNode, ast: CelNode): Value {
  // The parser reads -9223372036854775808 as minus applied to a number one too large.
  if (argument.op === "value" && typeof argument.args === "bigint") {
    return lowerLiteral(ast, -argument.args);
  }
  return throughChoice(lower(lowering, argument), (value) => {
    if (value.type === "double") return { type: "double", value: -value.value };
    if (value.type !== "int") return refuse("type", `cannot negate ${typeName(value)}`, ast);
    const zero = { kind: "const", value: 0n } as const;
    return { type: "int", operand: arith("-", zero, value.operand, ast.start) };
  });
}

function lowerComparison(
  lowering: Lowering,
  op: CompareOp,
  [left, right]: readonly [CelNode, CelNode],
  ast: CelNode,
): Value {
  const [a, b] = [lower(lowering, left), lower(lowering, right)];
  return boolValue(compareValues(lowering, op, a, b, ast));
}

function lowerMembership(
  lowering: Lowering,
  [left, right]: readonly [CelNode, CelNode],
  ast: CelNode,
): Value {
  const isHierarchy =
    left.op === "id" &&
    left.args === "tag" &&
    lowering.variable?.name !== "tag" &&
    lowering.schema.fields["tags"] !== undefined;
  if (!isHierarchy) {
    return boolValue(memberOf(lowering, lower(lowering, left), lower(lowering, right), ast));
  }
  lowering.fields.add("tags");
  const list = lower(lowering, right);
  if (list.type !== "list") return refuse("type", "tag in needs a list of texts", right);
  const parts = list.items.flatMap((item): PlanNode[] => {
    if (item.type !== "string" || item.operand.kind !== "const") {
      return refuse("type", "tag in needs a list of texts", right);
    }
    spend(lowering, 2, right);
    const name = item.operand.value.normalize();
    const tag: StrOperand = { kind: "tag", level: lowering.tagLevel };
    const below: StrOperand = { kind: "const", value: `${name}/` };
    return [
      { node: "str", op: "==", left: tag, right: { kind: "const", value: name } },
      { node: "text", op: "starts", of: tag, needle: below, folds: false },
    ];
  });
  if (parts.length === 0) return boolValue(anyOf([]));
  const level = lowering.tagLevel;
  return boolValue({ node: "tag", quantifier: "any", level, body: anyOf(parts) });
}

type ArithmeticOp = "+" | "-" | "*" | "/" | "%";

function lowerArithmetic(lowering: Lowering, ast: CelNode): Value {
  const [first, ...rest] = chainOf(ast, ["+", "-", "*", "/", "%"]);
  if (first === undefined) throw new Error("an arithmetic node has operands");
  let total = lower(lowering, first.node);
  let computed = 0;
  for (const { op, node, at } of rest) {
    total = combine(lowering, op as ArithmeticOp, total, lower(lowering, node), at);
    if (total.type === "int" && total.operand.kind === "arith") computed += 1;
    if (computed > maxNesting) refuse("limit", "the sum has too many parts", at);
  }
  return total;
}

function combine(
  lowering: Lowering,
  op: ArithmeticOp,
  left: Value,
  right: Value,
  at: CelNode,
): Value {
  return throughChoice(left, (a) =>
    throughChoice(right, (b) => {
      // Counted for each combination, because two ternaries multiply.
      spend(lowering, 1, at);
      return combinePlain(op, a, b, at);
    }),
  );
}

function combinePlain(op: ArithmeticOp, left: Value, right: Value, at: CelNode): Value {
  if (left.type === "int" && right.type === "int") {
    return { type: "int", operand: arith(op, left.operand, right.operand, at.start) };
  }
  if (left.type === "uint" && right.type === "uint") {
    const value = foldArith(op, left.value, right.value, at.start);
    if (value < 0n) refuse("eval", "an unsigned number cannot be negative", at);
    return { type: "uint", value };
  }
  if (left.type === "double" && right.type === "double" && op !== "%") {
    const [a, b] = [left.value, right.value];
    const value = op === "+" ? a + b : op === "-" ? a - b : op === "*" ? a * b : a / b;
    return { type: "double", value };
  }
  if (op === "+" && left.type === "string" && right.type === "string") {
    if (isNullable(left) || isNullable(right)) {
      return refuse("type", "a text that may be null cannot be joined", at);
    }
    return textValue(concat(left.operand, right.operand));
  }
  if (op === "+" || op === "-") {
    const type = timeResult(op, left, right);
    if (type !== null && "time" in left && "time" in right) {
      const time = combineTimes(left.time, right.time, op === "+" ? 1 : -1);
      const fits = type === "duration" ? isDuration(time.nanos) : isInstant(time.nanos);
      const isConstant = time.fields.size === 0 && time.now === 0;
      if (!(isConstant ? fits : isDuration(time.nanos))) {
        const kind = type === "duration" ? "duration" : "timestamp";
        return refuse(kind, `the ${type} is out of range`, at);
      }
      return { type, time };
    }
  }
  const types = `${typeName(left)} ${op} ${typeName(right)}`;
  const isTime = left.type === "timestamp" || left.type === "duration";
  const suggestion = isTime && right.type === "int" ? 'write duration("60s")' : undefined;
  return refuse("type", `cannot compute ${types}`, at, suggestion);
}

function timeResult(op: "+" | "-", left: Value, right: Value): "timestamp" | "duration" | null {
  if (left.type === "duration" && right.type === "duration") return "duration";
  if (left.type === "timestamp" && right.type === "duration") return "timestamp";
  if (left.type === "duration" && right.type === "timestamp")
    return op === "+" ? "timestamp" : null;
  if (left.type === "timestamp" && right.type === "timestamp")
    return op === "-" ? "duration" : null;
  return null;
}

function concat(left: StrOperand, right: StrOperand): StrOperand {
  const parts: StrOperand[] = [];
  for (const part of [left, right].flatMap((side) =>
    side.kind === "concat" ? side.parts : [side],
  )) {
    const last = parts.at(-1);
    if (part.kind === "const" && last?.kind === "const") {
      parts[parts.length - 1] = { kind: "const", value: last.value + part.value };
    } else if (part.kind !== "const" || part.value !== "") parts.push(part);
  }
  const [only] = parts;
  if (only === undefined) return { kind: "const", value: "" };
  return parts.length === 1 ? only : { kind: "concat", parts };
}
