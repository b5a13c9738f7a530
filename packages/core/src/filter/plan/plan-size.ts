import type { IntOperand, PlanNode, StrOperand } from "./plan.ts";

/**
 * Returns the size of a plan written out as a tree, as in SQL. Lowering shares nodes between the arms of
 * ternaries, so a small graph can be a huge tree; each node is measured once. May return Infinity.
 */
export function planSize(root: PlanNode): number {
  const known = new Map<PlanNode, number>();
  const sizeOf = (node: PlanNode): number => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const size = 1 + childrenSize(node, sizeOf);
    known.set(node, size);
    return size;
  };
  return sizeOf(root);
}

type Measure = (node: PlanNode) => number;

function childrenSize(node: PlanNode, sizeOf: Measure): number {
  switch (node.node) {
    case "and":
    case "or":
      return node.parts.reduce((sum, part) => sum + sizeOf(part), 0);
    case "not":
      return sizeOf(node.part);
    case "if":
      return sizeOf(node.when) + sizeOf(node.ifTrue) + sizeOf(node.ifFalse);
    case "iff":
      return sizeOf(node.left) + sizeOf(node.right);
    case "tag":
      return sizeOf(node.body);
    case "str":
      return strSize(node.left) + strSize(node.right);
    case "text":
      return strSize(node.of) + strSize(node.needle);
    case "regex":
      return strSize(node.of);
    case "inStr":
      return strSize(node.of) + node.values.length;
    case "int":
      return intSize(node.left, sizeOf) + intSize(node.right, sizeOf);
    case "const":
    case "bool":
    case "nullIs":
    case "finds":
    case "ts":
    case "ts2":
      return 0;
  }
}

function strSize(operand: StrOperand): number {
  return operand.kind === "concat" ? operand.parts.length : 1;
}

function intSize(operand: IntOperand, sizeOf: Measure): number {
  if (operand.kind === "size") return 1 + strSize(operand.of);
  if (operand.kind === "tagCount") return 1 + (operand.body === null ? 0 : sizeOf(operand.body));
  if (operand.kind !== "arith") return 1;
  return 1 + intSize(operand.left, sizeOf) + intSize(operand.right, sizeOf);
}
