import { readFileSync } from "node:fs";
import type { FilterableMemo } from "../../src/filter/plan/schema.ts";

/** One row of a case file: a filter, and the memos it matches or the reason it is refused for. */
export interface FilterCase {
  readonly id: string;
  readonly level: "core" | "reference" | "extended" | "compat";
  readonly expr?: string;
  readonly exprSpec?: ExprSpec;
  readonly expect: { readonly match: readonly string[] } | { readonly error: string };
}

interface ExprSpec {
  readonly prefix: string;
  readonly unit: string;
  readonly count: number;
  readonly sep: string;
  readonly mid?: string;
  readonly unit2?: string;
  readonly suffix: string;
}

export interface CaseMemo extends FilterableMemo {
  readonly id: string;
}

interface MemoRow {
  readonly id: string;
  readonly content: string;
  readonly creator: string;
  readonly created_ts: string;
  readonly updated_ts: string;
  readonly pinned?: boolean;
  readonly visibility: FilterableMemo["visibility"];
  readonly space?: string | null;
  readonly tags?: readonly string[];
  readonly has_task_list?: boolean;
  readonly has_link?: boolean;
  readonly has_code?: boolean;
  readonly has_incomplete_tasks?: boolean;
  readonly has_location?: boolean;
}

/** Every case that the project keeps: of the language itself, and of what older clients say. */
export function projectFilterCases(): readonly FilterCase[] {
  return ["cases.json", "compat-cases.json"].flatMap((name) =>
    readFilterCases(new URL(name, import.meta.url)),
  );
}

export function readFilterCases(file: string | URL): readonly FilterCase[] {
  return (JSON.parse(readFileSync(file, "utf8")) as { cases: readonly FilterCase[] }).cases;
}

export function readCaseMemos(file: string | URL): {
  readonly nowMs: number;
  readonly memos: readonly CaseMemo[];
} {
  const { now, memos } = JSON.parse(readFileSync(file, "utf8")) as {
    now: string;
    memos: readonly MemoRow[];
  };
  return { nowMs: Date.parse(now), memos: memos.map(toMemo) };
}

/** As a write stores it: no U+0000, no lone surrogates, tags once each, absent flags false. */
function toMemo(row: MemoRow): CaseMemo {
  const stored = (text: string): string => text.replaceAll("\0", "\ufffd").toWellFormed();
  return {
    id: row.id,
    content: stored(row.content),
    creator: stored(row.creator),
    createdMs: Date.parse(row.created_ts),
    updatedMs: Date.parse(row.updated_ts),
    pinned: row.pinned ?? false,
    visibility: row.visibility,
    space: row.space ?? null,
    tags: [...new Set((row.tags ?? []).map(stored))],
    hasTaskList: row.has_task_list ?? false,
    hasLink: row.has_link ?? false,
    hasCode: row.has_code ?? false,
    hasIncompleteTasks: row.has_incomplete_tasks ?? false,
    hasLocation: row.has_location ?? false,
  };
}

/** The filter of a case: written out, or `prefix unit sep unit … mid unit2 … suffix`. */
export function sourceOf(filterCase: FilterCase): string {
  if (filterCase.expr !== undefined) return filterCase.expr;
  const spec = filterCase.exprSpec;
  if (spec === undefined) throw new Error(`${filterCase.id} has no filter`);
  const units = Array.from({ length: spec.count }, (_, index) =>
    spec.unit.replaceAll("{i}", String(index)),
  );
  const closing = (spec.unit2 ?? "").repeat(spec.count);
  return spec.prefix + units.join(spec.sep) + (spec.mid ?? "") + closing + spec.suffix;
}

/** The expected outcome in one line: sorted ids, or `refused`. Kinds of refusals are advisory. */
export function expectedOutcome(filterCase: FilterCase): string {
  if ("error" in filterCase.expect) return "refused";
  return `match ${[...filterCase.expect.match].toSorted().join(",")}`;
}

/** Whether an outcome satisfies the case; an extended one may also be refused. */
export function satisfies(filterCase: FilterCase, outcome: string): boolean {
  if (outcome === expectedOutcome(filterCase)) return true;
  return filterCase.level === "extended" && outcome === "refused";
}
