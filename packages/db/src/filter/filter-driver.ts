import type { FilterPlan, PlanNode } from "@tidemark/core/filter";
import { textTrigrams } from "./text-trigrams.ts";

/**
 * A condition that every match meets and that an index can walk. The filter's own condition stays
 * in the query whole, so using a driver or not never changes the answer.
 *
 * - `tag`: matches carry this tag, exactly; `memo_tag` walks them in order of time.
 * - `text`: the folded content of matches holds all these trigrams; ask `memo_trigram`.
 * - `time`: matches were created from `fromMs` to `toMs`, both included; null is open.
 */
export type FilterDriver =
  | { readonly kind: "tag"; readonly tag: string }
  | { readonly kind: "text"; readonly trigrams: readonly string[] }
  | { readonly kind: "time"; readonly fromMs: number | null; readonly toMs: number | null };

/**
 * Every driver that the top-level conjuncts of a memo filter offer: tags, then texts (longest
 * first), then time. Empty when only the whole list can be walked.
 */
export function filterDrivers(plan: FilterPlan): FilterDriver[] {
  const conjuncts = plan.root.node === "and" ? plan.root.parts : [plan.root];
  const tags: FilterDriver[] = [];
  const texts: { readonly kind: "text"; readonly trigrams: readonly string[] }[] = [];
  let fromMs: number | null = null;
  let toMs: number | null = null;
  for (const node of conjuncts) {
    const tag = exactTag(node);
    if (tag !== null) tags.push({ kind: "tag", tag });
    const trigrams = contentTrigrams(node);
    if (trigrams.length > 0) texts.push({ kind: "text", trigrams });
    const range = createdRange(node);
    if (range === null) continue;
    const [from, to] = range;
    if (from !== null) fromMs = Math.max(from, fromMs ?? from);
    if (to !== null) toMs = Math.min(to, toMs ?? to);
  }
  texts.sort((a, b) => b.trigrams.length - a.trigrams.length);
  const times: FilterDriver[] =
    fromMs === null && toMs === null ? [] : [{ kind: "time", fromMs, toMs }];
  return [...tags, ...texts, ...times];
}

function exactTag(node: PlanNode): string | null {
  if (node.node !== "tag" || node.quantifier === "all") return null;
  const conditions = node.body.node === "and" ? node.body.parts : [node.body];
  for (const body of conditions) {
    if (body.node !== "str" || body.op !== "==") continue;
    if (body.left.kind === "tag" && body.left.level === node.level && body.right.kind === "const")
      return body.right.value;
  }
  return null;
}

function contentTrigrams(node: PlanNode): readonly string[] {
  if (node.node !== "text" || !node.folds || node.needle.kind !== "const") return [];
  return node.of.kind === "field" && node.of.field === "content"
    ? textTrigrams(node.needle.value)
    : [];
}

function createdRange(node: PlanNode): readonly [number | null, number | null] | null {
  if (node.node !== "ts" || node.field !== "created_ts") return null;
  switch (node.op) {
    case "==":
      return [node.atMs, node.atMs];
    case ">":
      return [node.atMs + 1, null];
    case ">=":
      return [node.atMs, null];
    case "<":
      return [null, node.atMs - 1];
    case "<=":
      return [null, node.atMs];
    case "!=":
      return null;
  }
}
