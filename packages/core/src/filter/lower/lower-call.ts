import { floorToMs, parseInstant } from "../../time/rfc3339.ts";
import { allOf, always, anyOf, constant, negate } from "../plan/build-plan.ts";
import { codePointLength, textMatches } from "./compare-text.ts";
import { memberOf } from "./compare-values.ts";
import { datePartOf, nextPartChangeMs, type DatePart } from "../plan/date-part.ts";
import { foldText } from "../values/fold-text.ts";
import { needleOf } from "../values/same-letters.ts";
import { readDay } from "../values/days.ts";
import { parseDuration, secondsToInstant } from "../values/instant.ts";
import { constantTime, nowTime } from "./linear-time.ts";
import { lowerCondition, noteFlip, refuse, spend, type Lowering } from "./lowering.ts";
import type { CelNode } from "../parse/parse-cel.ts";
import type { IntOperand, PlanNode, TagLevel, TextOp } from "../plan/plan.ts";
import { compileRegex, patternCost } from "../values/regex.ts";
import { boolValue, isNullable, throughChoice, typeName, type Value } from "./value.ts";

const textOps: Readonly<Record<string, TextOp>> = {
  contains: "contains",
  startsWith: "starts",
  endsWith: "ends",
};

const dateParts: ReadonlyMap<string, DatePart> = new Map([
  ["getFullYear", "fullYear"],
  ["getMonth", "month"],
  ["getDate", "date"],
  ["getDayOfMonth", "dayOfMonth"],
  ["getDayOfWeek", "dayOfWeek"],
  ["getDayOfYear", "dayOfYear"],
  ["getHours", "hours"],
  ["getMinutes", "minutes"],
  ["getSeconds", "seconds"],
  ["getMilliseconds", "milliseconds"],
]);

const macros: ReadonlySet<string> = new Set(["exists", "all", "exists_one", "filter"]);

/** CEL functions that filters don't support, listed to distinguish them from typos. */
const otherCel: ReadonlySet<string> = new Set([
  "bool",
  "bytes",
  "double",
  "dyn",
  "int",
  "map",
  "matches",
  "string",
  "type",
  "uint",
  "bind",
]);

/** Lowers `name(…)`. */
export function lowerCall(
  lowering: Lowering,
  ast: CelNode,
  name: string,
  args: readonly CelNode[],
): Value {
  switch (name) {
    case "size":
      return sizeOf(lowerOnly(lowering, ast, name, args), ast);
    case "timestamp":
      return timestampOf(lowerOnly(lowering, ast, name, args), ast);
    case "duration":
      return durationOf(lowerOnly(lowering, ast, name, args), ast);
    case "day":
      return dayOf(lowering, lowerOnly(lowering, ast, name, args), ast);
    case "now":
      // Older clients write now as a call.
      if (args.length > 0) return refuse("type", "now() takes no arguments", ast);
      lowering.usesNow = true;
      return { type: "timestamp", time: nowTime };
    case "has":
      return refuse("type", "has() checks a key of a map; memos have no maps", ast);
    case "matches": {
      const [of, ...rest] = args;
      if (of !== undefined) return lowerMethod(lowering, ast, name, of, rest);
      return refuse("type", "matches takes a text and a pattern", ast);
    }
    default:
      return refuseFunction(lowering, ast, name);
  }
}

/** Lowers `receiver.name(…)`, including macros. */
export function lowerMethod(
  lowering: Lowering,
  ast: CelNode,
  name: string,
  receiver: CelNode,
  args: readonly CelNode[],
): Value {
  if (receiver.op === "id" && receiver.args === "sets" && lowering.variable?.name !== "sets") {
    return boolValue(lowerSets(lowering, ast, name, args));
  }
  const of = lowering.lower(receiver);
  if (macros.has(name)) return lowerMacro(lowering, ast, name, of, args);
  const textOp = Object.hasOwn(textOps, name) ? textOps[name] : undefined;
  const [argument] = args;
  if (textOp !== undefined || name === "matches") {
    if (args.length !== 1 || argument === undefined) {
      return refuse("type", `${name} takes one text`, ast);
    }
    const needle = lowering.lower(argument);
    return throughChoice(of, (text) =>
      throughChoice(needle, (part) =>
        boolValue(
          textOp === undefined
            ? matchesRegex(lowering, text, part, ast, argument)
            : matchesText(lowering, textOp, text, part, ast),
        ),
      ),
    );
  }
  if (name === "finds") {
    if (args.length !== 1 || argument === undefined)
      return refuse("type", "finds takes one text", ast);
    return boolValue(findsText(receiver, lowering.lower(argument), ast, argument));
  }
  const datePart = dateParts.get(name);
  if (datePart !== undefined) {
    if (args.length > 0) {
      return refuse("unsupported", "time zones are not supported; times are read in UTC", ast);
    }
    return throughChoice(of, (value) => datePartValue(lowering, datePart, value, ast));
  }
  if (name === "size" && args.length === 0) return sizeOf(of, ast);
  return refuseFunction(lowering, ast, name);
}

function refuseFunction(lowering: Lowering, ast: CelNode, name: string): never {
  const { fields, ids } = lowering.schema;
  if (name === "now" || fields[name] !== undefined || ids[name] !== undefined) {
    return refuse("type", `${name} is a variable, not a function`, ast, `write ${name}`);
  }
  if (otherCel.has(name)) return refuse("unsupported", `${name} is not supported in filters`, ast);
  const hint = functionHints.get(name.toLowerCase());
  return refuse("unknown-function", `unknown function ${JSON.stringify(name)}`, ast, hint);
}

const functionHints: ReadonlyMap<string, string> = new Map([
  ["existsone", "write exists_one"],
  ["includes", "write contains"],
  ["startswith", "write startsWith"],
  ["starts_with", "write startsWith"],
  ["endswith", "write endsWith"],
  ["ends_with", "write endsWith"],
  ["lowerascii", "contains, startsWith and endsWith ignore case on content"],
  ["length", "write size"],
  ["len", "write size"],
  ["date", 'write timestamp("2026-01-01T00:00:00Z")'],
]);

function lowerOnly(
  lowering: Lowering,
  ast: CelNode,
  name: string,
  [argument, ...others]: readonly CelNode[],
): Value {
  if (argument === undefined || others.length > 0) {
    return refuse("type", `${name} takes one argument`, ast);
  }
  return lowering.lower(argument);
}

function sizeOf(of: Value, ast: CelNode): Value {
  return throughChoice(of, (value) => {
    const operand = sizeOperand(value);
    if (operand === null) return refuse("type", `size of ${typeName(value)} is not defined`, ast);
    return { type: "int", operand };
  });
}

function sizeOperand(value: Value): IntOperand | null {
  if (value.type === "tags") return { kind: "tagCount", level: value.level, body: value.body };
  if (value.type === "list") return { kind: "const", value: BigInt(value.items.length) };
  if (value.type !== "string" || isNullable(value)) return null;
  if (value.operand.kind !== "const") return { kind: "size", of: value.operand };
  return { kind: "const", value: BigInt(codePointLength(value.operand.value)) };
}

function timestampOf(of: Value, ast: CelNode): Value {
  return throughChoice(of, (value) => {
    if (value.type === "timestamp") return value;
    let nanos: bigint | null = null;
    if (value.type === "string" && value.operand.kind === "const") {
      nanos = parseInstant(value.operand.value);
    } else if (value.type === "int" && value.operand.kind === "const") {
      nanos = secondsToInstant(value.operand.value);
    } else if (value.type === "string" || value.type === "int") {
      return refuse("unsupported", "timestamp() takes a constant", ast);
    } else {
      return refuse("type", `timestamp() takes a text or a number, not ${typeName(value)}`, ast);
    }
    if (nanos === null) {
      const example = 'write a time with its offset, such as timestamp("2026-01-01T00:00:00Z")';
      return refuse("timestamp", "this is not a time", ast, example);
    }
    return { type: "timestamp", time: constantTime(nanos) };
  });
}

/** Lowers `day("2026-11-20")`, `day("today")` and `day("yesterday")` to the start of that day. */
function dayOf(lowering: Lowering, of: Value, ast: CelNode): Value {
  if (of.type !== "string" || of.operand.kind !== "const") {
    return refuse("type", "day() takes a constant text", ast);
  }
  const day = readDay(of.operand.value, lowering.nowMs, lowering.dayStart);
  if (day === null) {
    return refuse("timestamp", "this is not a day", ast, 'write day("2026-01-31") or day("today")');
  }
  if (day.untilMs !== null) {
    lowering.usesNow = true;
    noteFlip(lowering, day.untilMs);
  }
  return { type: "timestamp", time: constantTime(BigInt(day.startMs) * 1_000_000n) };
}

function durationOf(of: Value, ast: CelNode): Value {
  return throughChoice(of, (value) => {
    if (value.type === "duration") return value;
    if (value.type !== "string") {
      return refuse("type", `duration() takes a text, not ${typeName(value)}`, ast);
    }
    if (value.operand.kind !== "const") {
      return refuse("unsupported", "duration() takes a constant", ast);
    }
    const nanos = parseDuration(value.operand.value);
    if (nanos === null) {
      const days = /^(\d{1,6})d$/.exec(value.operand.value)?.[1];
      const hours = days === undefined ? "168h" : `${Number(days) * 24}h`;
      const message = "this is not a duration; the units are h, m, s, ms, us and ns";
      return refuse("duration", message, ast, `write duration("${hours}")`);
    }
    return { type: "duration", time: constantTime(nanos) };
  });
}

function datePartValue(lowering: Lowering, part: DatePart, value: Value, ast: CelNode): Value {
  if (value.type === "duration") {
    return refuse("unsupported", "parts of a duration are not supported", ast);
  }
  if (value.type !== "timestamp") {
    return refuse("type", `a ${typeName(value)} has no parts of a time`, ast);
  }
  const { fields, now, nanos } = value.time;
  const offsetMs = floorToMs(nanos);
  const [entry, ...others] = fields;
  if (entry === undefined) {
    const instantMs = offsetMs + now * lowering.nowMs;
    if (now !== 0) noteFlip(lowering, nextPartChangeMs(part, instantMs) - offsetMs);
    return {
      type: "int",
      operand: { kind: "const", value: BigInt(datePartOf(part, instantMs)) },
    };
  }
  const [field, count] = entry;
  if (others.length > 0 || count !== 1 || now !== 0) {
    return refuse("unsupported", "parts are read from one time only", ast);
  }
  return { type: "int", operand: { kind: "datePart", part, field, offsetMs } };
}

function matchesText(
  lowering: Lowering,
  op: TextOp,
  of: Value,
  needle: Value,
  ast: CelNode,
): PlanNode {
  spend(lowering, 1, ast);
  if (of.type !== "string" || isNullable(of)) {
    return refuse("type", `a ${typeName(of)} is not searched for text`, ast);
  }
  if (needle.type !== "string" || isNullable(needle)) {
    return refuse("type", `text is searched for, not ${typeName(needle)}`, ast);
  }
  if (needle.operand.kind !== "const") {
    return { node: "text", op, of: of.operand, needle: needle.operand, folds: of.folds };
  }
  const text = foldedNeedle(of, needle.operand.value);
  if (text === "") return always;
  if (of.operand.kind === "const") return constant(textMatches(op, of.operand.value, text));
  return {
    node: "text",
    op,
    of: of.operand,
    needle: { kind: "const", value: text },
    folds: of.folds,
  };
}

function foldedNeedle({ operand, folds }: Value & { type: "string" }, text: string): string {
  if (folds) return foldText(text);
  // Stored tags are in NFC.
  return operand.kind === "tag" ? text.normalize() : text;
}

/** Lowers `content.finds("…")`, the search of the search box. */
function findsText(receiver: CelNode, searched: Value, ast: CelNode, at: CelNode): PlanNode {
  if (receiver.op !== "id" || receiver.args !== "content") {
    return refuse("type", "finds searches the content only", ast, 'write content.finds("text")');
  }
  if (searched.type !== "string" || searched.operand.kind !== "const") {
    return refuse("type", "finds takes a constant text", at);
  }
  const { value } = searched.operand;
  return needleOf(value).text === "" ? always : { node: "finds", needle: value };
}

function matchesRegex(
  lowering: Lowering,
  of: Value,
  pattern: Value,
  ast: CelNode,
  at: CelNode,
): PlanNode {
  if (of.type !== "string" || isNullable(of)) {
    return refuse("type", `a ${typeName(of)} is not searched for text`, ast);
  }
  if (pattern.type !== "string") {
    return refuse("type", `matches takes a pattern, not ${typeName(pattern)}`, at);
  }
  if (pattern.operand.kind !== "const") {
    return refuse("unsupported", "matches takes a constant pattern", at);
  }
  const { value } = pattern.operand;
  if (of.operand.kind === "const") {
    spend(lowering, patternCost(value), at);
    const test = compileRegex(value);
    return typeof test === "string" ? refuse("regex", test, at) : constant(test(of.operand.value));
  }
  if (!lowering.patterns.has(value)) lowering.patterns.set(value, at);
  return { node: "regex", of: of.operand, pattern: value };
}

function lowerMacro(
  lowering: Lowering,
  ast: CelNode,
  name: string,
  of: Value,
  [variable, body, ...others]: readonly CelNode[],
): Value {
  if (variable?.op !== "id" || body === undefined || others.length > 0) {
    return refuse("type", `${name} takes a variable and a condition`, ast);
  }
  if (lowering.variable !== null) return refuse("limit", "macros cannot be nested", ast);
  if (of.type !== "tags" && of.type !== "list") {
    return refuse("type", `${name} needs a list, not ${typeName(of)}`, ast);
  }
  const bodyFor = (value: Value): PlanNode => {
    lowering.variable = { name: variable.args, value };
    const node = lowerCondition(lowering, body, `the condition of ${name}`);
    lowering.variable = null;
    return node;
  };
  if (of.type === "list") return overList(ast, name, of.items.map(bodyFor));
  const { level } = of;
  lowering.tagLevel = 1;
  const plain = bodyFor({ type: "string", operand: { kind: "tag", level }, folds: false });
  lowering.tagLevel = level;
  return overTags(name, level, of.body, plain);
}

function overTags(name: string, level: TagLevel, kept: PlanNode | null, body: PlanNode): Value {
  const both = allOf(kept === null ? [body] : [kept, body]);
  switch (name) {
    case "filter":
      return { type: "tags", level, body: both };
    case "all": {
      const node = kept === null ? body : anyOf([negate(kept), body]);
      return boolValue({ node: "tag", quantifier: "all", level, body: node });
    }
    case "exists_one":
      return boolValue({ node: "tag", quantifier: "one", level, body: both });
    default:
      return boolValue({ node: "tag", quantifier: "any", level, body: both });
  }
}

function overList(ast: CelNode, name: string, answers: readonly PlanNode[]): Value {
  if (name === "exists") return boolValue(anyOf(answers));
  if (name === "all") return boolValue(allOf(answers));
  if (name !== "exists_one") {
    return refuse("unsupported", `${name} works on tags only`, ast);
  }
  const certain = answers.flatMap((answer) => (answer.node === "const" ? [answer.value] : []));
  if (certain.length < answers.length) {
    return refuse("unsupported", "exists_one works on tags, or between constants", ast);
  }
  return boolValue(constant(certain.filter(Boolean).length === 1));
}

function lowerSets(
  lowering: Lowering,
  ast: CelNode,
  name: string,
  args: readonly CelNode[],
): PlanNode {
  const [first, second, ...others] = args;
  if (name !== "contains" && name !== "intersects" && name !== "equivalent") {
    return refuse("unknown-function", `unknown function ${JSON.stringify(`sets.${name}`)}`, ast);
  }
  if (first === undefined || second === undefined || others.length > 0) {
    return refuse("type", `sets.${name} takes two lists`, ast);
  }
  const [left, right] = [lowering.lower(first), lowering.lower(second)];
  for (const [value, at] of [
    [left, first],
    [right, second],
  ] as const) {
    if (value.type !== "tags" && value.type !== "list") {
      return refuse("type", `sets.${name} takes two lists, not ${typeName(value)}`, at);
    }
  }
  if (left.type === "tags" && right.type === "tags") {
    return refuse("unsupported", "tags are not compared with tags", ast);
  }
  if (name === "intersects") return eachIn(lowering, right, left, ast, "any");
  const contains = eachIn(lowering, right, left, ast, "all");
  if (name === "contains") return contains;
  return allOf([contains, eachIn(lowering, left, right, ast, "all")]);
}

/** Lowers a test that all, or any, of `items` are in `list`. */
function eachIn(
  lowering: Lowering,
  items: Value,
  list: Value,
  ast: CelNode,
  quantifier: "all" | "any",
): PlanNode {
  if (items.type === "tags") {
    const { level, body: kept } = items;
    const tag: Value = { type: "string", operand: { kind: "tag", level }, folds: false };
    const isIn = memberOf(lowering, tag, list, ast);
    if (quantifier === "any") {
      return { node: "tag", quantifier, level, body: kept === null ? isIn : allOf([kept, isIn]) };
    }
    return {
      node: "tag",
      quantifier,
      level,
      body: kept === null ? isIn : anyOf([negate(kept), isIn]),
    };
  }
  if (items.type !== "list") throw new Error("sets take lists only");
  const parts = items.items.map((item) => memberOf(lowering, item, list, ast));
  return quantifier === "all" ? allOf(parts) : anyOf(parts);
}
