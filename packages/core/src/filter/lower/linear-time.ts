import { always, constant, never } from "../plan/build-plan.ts";
import { floorToMs } from "../../time/rfc3339.ts";
import { isWholeMs } from "../values/instant.ts";
import type { CompareOp, PlanNode } from "../plan/plan.ts";

/**
 * An instant or a span as a sum: whole multiples of time fields and of `now`, plus nanoseconds.
 * Arithmetic is exact; a record's times never overflow it.
 */
export interface LinearTime {
  /** Factor of each field; zero entries are left out. */
  readonly fields: ReadonlyMap<string, number>;
  readonly now: number;
  readonly nanos: bigint;
}

export function constantTime(nanos: bigint): LinearTime {
  return { fields: new Map(), now: 0, nanos };
}

export function fieldTime(field: string): LinearTime {
  return { fields: new Map([[field, 1]]), now: 0, nanos: 0n };
}

export const nowTime: LinearTime = { fields: new Map(), now: 1, nanos: 0n };

/** Computes `left + sign × right`. */
export function combineTimes(left: LinearTime, right: LinearTime, sign: 1 | -1): LinearTime {
  const fields = new Map(left.fields);
  for (const [field, count] of right.fields) {
    const sum = (fields.get(field) ?? 0) + sign * count;
    if (sum === 0) fields.delete(field);
    else fields.set(field, sum);
  }
  return {
    fields,
    now: left.now + sign * right.now,
    nanos: left.nanos + BigInt(sign) * right.nanos,
  };
}

/** Result of comparing two times: a node, and when a node without fields next flips with `now`. */
export interface TimeComparison {
  readonly node: PlanNode;
  readonly flipMs: number | null;
}

/** Compares two instants or two spans. Returns null if no leaf node can express the result. */
export function compareTimes(
  op: CompareOp,
  left: LinearTime,
  right: LinearTime,
  nowMs: number,
): TimeComparison | null {
  // difference `op` 0, with the fields on one side and the rest on the other
  const difference = combineTimes(left, right, -1);
  const [first, second, ...others] = difference.fields;
  if (others.length > 0) return null;
  const nowNanos = BigInt(nowMs) * 1_000_000n;
  if (first === undefined) return compareConstant(op, difference, nowMs);
  const [field, count] = first;
  if (second === undefined) {
    if (Math.abs(count) !== 1 || Math.abs(difference.now) > 1) return null;
    const fromNow = difference.now !== 0;
    // count·field + now·n + c op 0  ⇔  field op' bound; a negative count turns the comparison round
    const rest = BigInt(difference.now) * nowNanos + difference.nanos;
    const bound = count === 1 ? -rest : rest;
    if (fromNow && difference.now === count) return null;
    const whole = lowerBound(count === 1 ? op : flipped[op], bound);
    if (typeof whole === "boolean") return { node: constant(whole), flipMs: null };
    return { node: { node: "ts", field, ...whole, fromNow }, flipMs: null };
  }
  const [otherField, otherCount] = second;
  if (difference.now !== 0 || Math.abs(count) !== 1 || otherCount !== -count) return null;
  const [positive, negative] = count === 1 ? [field, otherField] : [otherField, field];
  // positive − negative + c op 0  ⇔  positive op negative − c
  const whole = lowerBound(op, -difference.nanos);
  if (typeof whole === "boolean") return { node: constant(whole), flipMs: null };
  const node: PlanNode = {
    node: "ts2",
    op: whole.op,
    left: positive,
    right: negative,
    offsetMs: whole.atMs,
  };
  return { node, flipMs: null };
}

/** Operators to use when the operands are swapped. */
export const flipped: Readonly<Record<CompareOp, CompareOp>> = {
  "==": "==",
  "!=": "!=",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

/**
 * Converts a bound in nanoseconds to the milliseconds that records store, exactly: `v > 5.5 ms` becomes
 * `v > 5`, `v >= 5.5` becomes `v > 5`, `v == 5.5` is never true.
 */
function lowerBound(op: CompareOp, nanos: bigint): { op: CompareOp; atMs: number } | boolean {
  const atMs = floorToMs(nanos);
  if (isWholeMs(nanos)) return { op, atMs };
  if (op === "==" || op === "!=") return op === "!=";
  return { op: op === ">" || op === ">=" ? ">" : "<=", atMs };
}

function compareConstant(op: CompareOp, difference: LinearTime, nowMs: number): TimeComparison {
  // now·n + nanos op 0 is constant until now·n = −nanos, where it flips.
  const value = BigInt(difference.now) * BigInt(nowMs) * 1_000_000n + difference.nanos;
  const node = holds(op, value) ? always : never;
  if (difference.now === 0) return { node, flipMs: null };
  const crossing = floorToMs(-difference.nanos / BigInt(difference.now));
  // May be a millisecond early or late: callers evaluate again at a flip.
  const next = [crossing - 1, crossing, crossing + 1, crossing + 2].find((at) => at > nowMs);
  return { node, flipMs: crossing + 2 > nowMs ? (next ?? null) : null };
}

function holds(op: CompareOp, difference: bigint): boolean {
  switch (op) {
    case "==":
      return difference === 0n;
    case "!=":
      return difference !== 0n;
    case "<":
      return difference < 0n;
    case "<=":
      return difference <= 0n;
    case ">":
      return difference > 0n;
    case ">=":
      return difference >= 0n;
  }
}
