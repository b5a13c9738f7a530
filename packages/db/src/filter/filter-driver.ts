import { type FilterPlan, needleOf, type PlanNode, type StrOperand } from "@tidemark/core/filter";
import type { TextNeedle } from "../sql/text-search.ts";
import { textsOfPattern } from "./pattern-texts.ts";

/**
 * A condition that every match meets and that an index can search. The query keeps the whole filter, so a
 * driver never changes the result.
 *
 * - `tag`: matches have exactly this tag; `memo_tag` lists them by time.
 * - `branch`: matches have this tag or one under it.
 * - `text`: the content of matches has all these texts; a text index may find them.
 * - `pinned`: matches are pinned; they have an index.
 * - `shared`: matches are visible to everyone, or to all signed-in users; they have an index.
 * - `time`: matches were created from `fromMs` to `toMs`, both included; null is open.
 */
export type FilterDriver =
  | { readonly kind: "tag"; readonly tag: string }
  | { readonly kind: "branch"; readonly tag: string }
  | { readonly kind: "text"; readonly needles: readonly TextNeedle[] }
  | { readonly kind: "pinned" }
  | { readonly kind: "shared" }
  | { readonly kind: "time"; readonly fromMs: number | null; readonly toMs: number | null };

/**
 * Returns every driver that the top-level conjuncts of a memo filter offer: tags and branches, all texts as
 * one (longest needle first), then pinned, shared and time. Empty if only the whole list can be searched.
 */
export function filterDrivers(plan: FilterPlan): FilterDriver[] {
  const conjuncts = plan.root.node === "and" ? plan.root.parts : [plan.root];
  const drivers: FilterDriver[] = [];
  const needles: TextNeedle[] = [];
  let isPinned = false;
  let isShared = false;
  let fromMs: number | null = null;
  let toMs: number | null = null;
  for (const node of conjuncts) {
    const tag = exactTag(node);
    if (tag !== null) drivers.push({ kind: "tag", tag });
    const branch = branchTag(node);
    if (branch !== null) drivers.push({ kind: "branch", tag: branch });
    const needle = contentNeedle(node);
    if (needle !== null) needles.push(needle);
    if (node.node === "regex" && isContent(node.of)) {
      for (const text of textsOfPattern(node.pattern)) needles.push({ op: "contains", text });
    }
    if (node.node === "bool" && node.field === "pinned") isPinned = true;
    if (isOfShared(node)) isShared = true;
    const range = createdRange(node);
    if (range === null) continue;
    const [from, to] = range;
    if (from !== null) fromMs = Math.max(from, fromMs ?? from);
    if (to !== null) toMs = Math.min(to, toMs ?? to);
  }
  const text = textDriver(needles);
  if (text !== null) drivers.push(text);
  if (isPinned) drivers.push({ kind: "pinned" });
  if (isShared) drivers.push({ kind: "shared" });
  if (fromMs !== null || toMs !== null) drivers.push({ kind: "time", fromMs, toMs });
  return drivers;
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

/** Returns the tag of `t == "x" || t.startsWith("x/")`, the plan of `#x/*`. */
function branchTag(node: PlanNode): string | null {
  if (node.node !== "tag" || node.quantifier !== "any" || node.body.node !== "or") return null;
  const [own, under, ...more] = node.body.parts;
  if (more.length > 0 || own?.node !== "str" || own.op !== "==") return null;
  if (own.left.kind !== "tag" || own.left.level !== node.level) return null;
  if (own.right.kind !== "const" || under?.node !== "text" || under.op !== "starts") return null;
  const isOfSame = !under.folds && under.of.kind === "tag" && under.of.level === node.level;
  const { value } = own.right;
  const isUnder = under.needle.kind === "const" && under.needle.value === `${value}/`;
  return isOfSame && isUnder ? value : null;
}

/** Returns whether a condition holds only for memos visible to everyone or to all signed-in users. */
function isOfShared(node: PlanNode): boolean {
  const isVisibility = (of: StrOperand): boolean =>
    of.kind === "field" && of.field === "visibility";
  const isNarrower = (value: string): boolean => value === "PRIVATE" || value === "SPACE";
  if (node.node === "inStr") return isVisibility(node.of) && !node.values.some(isNarrower);
  if (node.node !== "str" || node.op !== "==" || node.right.kind !== "const") return false;
  return isVisibility(node.left) && !isNarrower(node.right.value);
}

function contentNeedle(node: PlanNode): TextNeedle | null {
  if (node.node === "finds") return { op: "finds", text: node.needle };
  if (node.node !== "text" || !node.folds || node.needle.kind !== "const") return null;
  const { value } = node.needle;
  if (value === "") return null;
  return isContent(node.of) ? { op: "contains", text: value } : null;
}

function isContent(of: StrOperand): boolean {
  return of.kind === "field" && of.field === "content";
}

/** Sorts needles longest first, and drops those contained in another one. */
function textDriver(needles: readonly TextNeedle[]): FilterDriver | null {
  const kept: TextNeedle[] = [];
  for (const needle of needles.toSorted((a, b) => b.text.length - a.text.length)) {
    if (!kept.some((other) => isWithin(needle, other))) kept.push(needle);
  }
  return kept.length === 0 ? null : { kind: "text", needles: kept };
}

/** Returns whether every content with `other` has `needle` too. */
function isWithin(needle: TextNeedle, other: TextNeedle): boolean {
  if (needle.op !== other.op) return false;
  if (needle.op === "contains") return other.text.includes(needle.text);
  const [inner, outer] = [needleOf(needle.text), needleOf(other.text)];
  return inner.form === outer.form && outer.text.includes(inner.text);
}

/**
 * Returns a plan without the top-level conjuncts that search the content, for memos known to contain every
 * needle of its text driver.
 */
export function withoutNeedles(plan: FilterPlan): FilterPlan {
  const conjuncts = plan.root.node === "and" ? plan.root.parts : [plan.root];
  const isKnown = (node: PlanNode): boolean =>
    node.node === "finds" ||
    (contentNeedle(node) !== null && node.node === "text" && node.op === "contains");
  const parts = conjuncts.filter((node) => !isKnown(node));
  if (parts.length === conjuncts.length) return plan;
  return {
    ...plan,
    root: parts.length === 0 ? { node: "const", value: true } : { node: "and", parts },
  };
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
