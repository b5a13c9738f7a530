import { readFileSync } from "node:fs";
import { z } from "zod";
import type { FilterableMemo } from "../../src/filter/plan/schema.ts";
import { parseJson } from "../../src/json/parse-json.ts";
import { visibilities } from "../../src/model/memo.ts";

const exprSpecSchema = z.object({
  prefix: z.string(),
  unit: z.string(),
  count: z.number(),
  sep: z.string(),
  mid: z.string().optional(),
  unit2: z.string().optional(),
  suffix: z.string(),
});

/** Row of a case file: a filter, and the memos that it matches or the kind of its refusal. */
const caseSchema = z.object({
  id: z.string(),
  level: z.enum(["core", "reference", "extended", "compat"]),
  expr: z.string().optional(),
  exprSpec: exprSpecSchema.optional(),
  expect: z.union([z.object({ match: z.array(z.string()) }), z.object({ error: z.string() })]),
});

export type FilterCase = z.infer<typeof caseSchema>;

export interface CaseMemo extends FilterableMemo {
  readonly id: string;
}

const memoSchema = z.object({
  id: z.string(),
  content: z.string(),
  creator: z.string(),
  created_ts: z.string(),
  updated_ts: z.string(),
  pinned: z.boolean().optional(),
  visibility: z.enum(visibilities),
  space: z.string().nullish(),
  tags: z.array(z.string()).optional(),
  has_task_list: z.boolean().optional(),
  has_link: z.boolean().optional(),
  has_code: z.boolean().optional(),
  has_incomplete_tasks: z.boolean().optional(),
  has_location: z.boolean().optional(),
});

const caseFileSchema = z.object({ cases: z.array(caseSchema) });
const memoFileSchema = z.object({ now: z.string(), memos: z.array(memoSchema) });

/** Returns all cases of the project: of the language, and of older clients' filters. */
export function projectFilterCases(): readonly FilterCase[] {
  return ["cases.json", "compat-cases.json"].flatMap((name) =>
    readFilterCases(new URL(name, import.meta.url)),
  );
}

export function readFilterCases(file: string | URL): readonly FilterCase[] {
  return parseJson(caseFileSchema, readFileSync(file, "utf8")).cases;
}

export function readCaseMemos(file: string | URL): {
  readonly nowMs: number;
  readonly memos: readonly CaseMemo[];
} {
  const { now, memos } = parseJson(memoFileSchema, readFileSync(file, "utf8"));
  return { nowMs: Date.parse(now), memos: memos.map(toMemo) };
}

/**
 * Converts a row to a memo as a write stores it: no U+0000, no lone surrogates, unique tags, absent flags
 * false.
 */
function toMemo(row: z.infer<typeof memoSchema>): CaseMemo {
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

/** Returns the filter of a case: as written, or `prefix unit sep unit … mid unit2 … suffix`. */
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

/** Returns the expected outcome in one line: sorted ids, or `refused`. Kinds of refusals are advisory. */
export function expectedOutcome(filterCase: FilterCase): string {
  if ("error" in filterCase.expect) return "refused";
  return `match ${[...filterCase.expect.match].toSorted().join(",")}`;
}

/** Returns true if an outcome satisfies the case. Extended cases may also be refused. */
export function satisfies(filterCase: FilterCase, outcome: string): boolean {
  if (outcome === expectedOutcome(filterCase)) return true;
  return filterCase.level === "extended" && outcome === "refused";
}
