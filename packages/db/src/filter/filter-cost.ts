import type { FilterPlan, IntOperand, PlanNode, StrOperand } from "@tidemark/core/filter";

// Cost in microseconds for one memo of ordinary length, measured and rounded up. A pattern is priced at its
// worst, since its real cost is known only while it runs.
const column = 0.1;
const content = 2;
const foldedSearch = 5;
const otherSearch = 0.5;
const regexOnContent = 300;
const regexOnOther = 30;
const tagLookUp = 4;
const tagsPerMemo = 3;

/** Cost from which a filter reads a memo's text, or does as much work. */
export const heavyMicros = 2;

/**
 * Estimates the cost of evaluating a filter on one memo, in microseconds, without short-circuiting. Decides
 * where a list runs; a wrong estimate costs time but never changes the result.
 */
export function filterCostMicros(plan: FilterPlan): number {
  // Lowering shares nodes between the branches of ternaries: each is priced once.
  const known = new Map<PlanNode, number>();
  const cost = (node: PlanNode): number => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const price = nodeCost(node, cost);
    known.set(node, price);
    return price;
  };
  return cost(plan.root);
}

function nodeCost(node: PlanNode, cost: (node: PlanNode) => number): number {
  switch (node.node) {
    case "const":
      return 0;
    case "and":
    case "or":
      return node.parts.reduce((sum, part) => sum + cost(part), 0);
    case "not":
      return cost(node.part);
    case "if":
      return cost(node.when) + Math.max(cost(node.ifTrue), cost(node.ifFalse));
    case "iff":
      return cost(node.left) + cost(node.right);
    case "bool":
    case "nullIs":
    case "ts":
    case "ts2":
      return column;
    case "str":
      return strCost(node.left) + strCost(node.right);
    case "inStr":
      return strCost(node.of) + column;
    case "text":
      return (
        strCost(node.needle) + (readsContent(node.of) || node.folds ? foldedSearch : otherSearch)
      );
    case "finds":
      return foldedSearch;
    case "regex":
      return readsContent(node.of) ? regexOnContent : regexOnOther;
    case "int":
      return intCost(node.left, cost) + intCost(node.right, cost);
    case "tag":
      return tagLookUp + tagsPerMemo * cost(node.body);
  }
}

function strCost(operand: StrOperand): number {
  return readsContent(operand) ? content : column;
}

function readsContent(operand: StrOperand): boolean {
  if (operand.kind === "concat") return operand.parts.some(readsContent);
  return operand.kind === "field" && operand.field === "content";
}

function intCost(operand: IntOperand, cost: (node: PlanNode) => number): number {
  switch (operand.kind) {
    case "const":
      return 0;
    case "field":
      return column;
    case "size":
      return strCost(operand.of) + column;
    case "datePart":
      return 1;
    case "tagCount":
      return tagLookUp + tagsPerMemo * (operand.body === null ? 0 : cost(operand.body));
    case "arith":
      return intCost(operand.left, cost) + intCost(operand.right, cost);
  }
}
