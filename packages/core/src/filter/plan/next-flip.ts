import type { FilterPlan, IntOperand, PlanNode } from "./plan.ts";
import type { FilterableMemo } from "./schema.ts";

/**
 * Returns the earliest instant after the plan's `now` at which the filter's result for this record can change
 * while the record doesn't. Returns null if time alone never changes it. The result may still be the same at
 * that instant (call again from there), but no change is missed.
 */
export function nextFlipMs<R extends object = FilterableMemo>(
  plan: FilterPlan,
  record: R,
): number | null {
  if (!plan.usesNow) return null;
  const values = record as Readonly<Record<string, unknown>>;
  let earliest = plan.constantFlipMs;
  const note = (atMs: number): void => {
    if (atMs > plan.nowMs && (earliest === null || atMs < earliest)) earliest = atMs;
  };
  visit(plan.root, (node) => {
    if (!node.fromNow) return;
    const value = values[plan.schema.fields[node.field]?.key ?? ""] as number;
    // The bound moves with now: it reaches the value at `meets`, and passes it a millisecond later.
    const meets = value - (node.atMs - plan.nowMs);
    if (node.op !== ">=" && node.op !== "<") note(meets);
    if (node.op !== ">" && node.op !== "<=") note(meets + 1);
  });
  return earliest;
}

type TimeNode = PlanNode & { node: "ts" };

function visit(node: PlanNode, onTime: (node: TimeNode) => void): void {
  switch (node.node) {
    case "ts":
      return onTime(node);
    case "and":
    case "or":
      for (const part of node.parts) visit(part, onTime);
      return;
    case "not":
      return visit(node.part, onTime);
    case "if":
      for (const part of [node.when, node.ifTrue, node.ifFalse]) visit(part, onTime);
      return;
    case "iff":
      visit(node.left, onTime);
      return visit(node.right, onTime);
    case "tag":
      return visit(node.body, onTime);
    case "int":
      visitInt(node.left, onTime);
      return visitInt(node.right, onTime);
    case "const":
    case "bool":
    case "nullIs":
    case "str":
    case "inStr":
    case "text":
    case "finds":
    case "regex":
    case "ts2":
      return;
  }
}

function visitInt(operand: IntOperand, onTime: (node: TimeNode) => void): void {
  if (operand.kind === "tagCount" && operand.body !== null) visit(operand.body, onTime);
  if (operand.kind !== "arith") return;
  visitInt(operand.left, onTime);
  visitInt(operand.right, onTime);
}
