import type { PlanNode } from "./plan.ts";

export const always: PlanNode = { node: "const", value: true };
export const never: PlanNode = { node: "const", value: false };

export function constant(value: boolean): PlanNode {
  return value ? always : never;
}

/** Builds a conjunction: flattened, without constants. True if `parts` is empty. */
export function allOf(parts: readonly PlanNode[]): PlanNode {
  return join("and", parts);
}

/** Builds a disjunction: flattened, without constants. False if `parts` is empty. */
export function anyOf(parts: readonly PlanNode[]): PlanNode {
  return join("or", parts);
}

function join(node: "and" | "or", parts: readonly PlanNode[]): PlanNode {
  const absorbing = node === "or";
  const flat: PlanNode[] = [];
  for (const part of parts) {
    if (part.node === "const") {
      if (part.value === absorbing) return part;
    } else if (part.node === node) {
      for (const inner of part.parts) flat.push(inner);
    } else flat.push(part);
  }
  if (flat.length === 0) return constant(!absorbing);
  const [only] = flat;
  return flat.length === 1 && only !== undefined ? only : { node, parts: flat };
}

export function negate(part: PlanNode): PlanNode {
  if (part.node === "const") return constant(!part.value);
  return part.node === "not" ? part.part : { node: "not", part };
}

export function choose(when: PlanNode, ifTrue: PlanNode, ifFalse: PlanNode): PlanNode {
  if (when.node === "const") return when.value ? ifTrue : ifFalse;
  return { node: "if", when, ifTrue, ifFalse };
}

/** Builds a node that is true if both sides are equal. */
export function same(left: PlanNode, right: PlanNode): PlanNode {
  if (left.node === "const") return left.value ? right : negate(right);
  if (right.node === "const") return right.value ? left : negate(left);
  return { node: "iff", left, right };
}
