import { FilterRefusal } from "../parse/filter-refusal.ts";
import type { IntOperand } from "../plan/plan.ts";

const minInt = -(2n ** 63n);
const maxInt = 2n ** 63n - 1n;

/** Returns true if a number fits in a CEL int. */
export function isInt(value: bigint): boolean {
  return value >= minInt && value <= maxInt;
}

/**
 * Combines two ints. Constants fold; otherwise bounds prove that no record can overflow 64 bits,
 * and an expression that could is refused. Throws `eval` or `unsupported` refusals at `offset`.
 */
export function arith(
  op: "+" | "-" | "*" | "/" | "%",
  left: IntOperand,
  right: IntOperand,
  offset: number,
): IntOperand {
  if (left.kind === "const" && right.kind === "const") {
    return { kind: "const", value: foldArith(op, left.value, right.value, offset) };
  }
  if (op === "/" || op === "%") {
    throw new FilterRefusal("unsupported", `${op} is only supported between constants`, offset);
  }
  const operand: IntOperand = { kind: "arith", op, left, right };
  const [low, high] = boundsOf(operand);
  if (!isInt(low) || !isInt(high)) throw overflow(offset);
  return operand;
}

/** Folds arithmetic on two constants. Throws `eval` for overflow and division by zero. */
export function foldArith(
  op: "+" | "-" | "*" | "/" | "%",
  left: bigint,
  right: bigint,
  offset: number,
): bigint {
  if ((op === "/" || op === "%") && right === 0n) {
    throw new FilterRefusal("eval", "division by zero", offset);
  }
  const value = computeArith(op, left, right);
  if (!isInt(value)) throw overflow(offset);
  return value;
}

function computeArith(op: "+" | "-" | "*" | "/" | "%", left: bigint, right: bigint): bigint {
  switch (op) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return left / right;
    case "%":
      return left % right;
  }
}

function overflow(offset: number): FilterRefusal {
  return new FilterRefusal("eval", "the number does not fit in 64 bits", offset);
}

function boundsOf(operand: IntOperand): readonly [bigint, bigint] {
  switch (operand.kind) {
    case "const":
      return [operand.value, operand.value];
    case "field":
      return [0n, 2n ** 53n];
    // No text or list of a record comes near 2^40.
    case "size":
    case "tagCount":
      return [0n, 2n ** 40n];
    case "datePart":
      return [-300_000n, 300_000n];
    case "arith": {
      const [a, b] = boundsOf(operand.left);
      const [c, d] = boundsOf(operand.right);
      const corners = [a, b].flatMap((x) => [c, d].map((y) => computeArith(operand.op, x, y)));
      return corners.reduce<readonly [bigint, bigint]>(
        ([low, high], corner) => [corner < low ? corner : low, corner > high ? corner : high],
        [corners[0] ?? 0n, corners[0] ?? 0n],
      );
    }
  }
}
