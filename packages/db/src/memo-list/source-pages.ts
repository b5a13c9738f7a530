import type { MemoListQuery } from "@tidemark/core";
import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import type { SqlDialect } from "../sql/dialect.ts";
import { number, type RowShape, rowOf, text } from "../sql/row.ts";
import { joinSql, selectRows, sqlText, type SqlFragment } from "../sql/sql-text.ts";
import { afterSql, type ListOrder, orderBySql } from "./list-order.ts";
import { type ListSource, placeIn } from "./list-sources.ts";

/** Rows of a list that a page has. */
export type PageBounds = Pick<MemoListQuery, "offset" | "limit">;

/** Queries for the first rows of each source, run one by one and merged in memory. */
export interface ApartPages {
  readonly order: ListOrder;
  readonly limit: number;
  readonly pages: readonly SqlFragment[];
}

/**
 * Maximum number of sources to read separately. With more, the union reads less: it scans each only as far as
 * the page needs.
 */
const maxApart = 3;

/** Returns whether sources without a filter may be read separately. Worth it only for local databases. */
export function isReadApart(
  pages: readonly SqlFragment[],
  order: ListOrder,
  { offset }: PageBounds,
): boolean {
  if (pages.length < 2 || pages.length > maxApart || offset > 0) return false;
  return order.every(({ column }) => column !== "id");
}

/** Returns the same page as the union of the sources. */
export async function readApart(
  db: Kysely<Tables>,
  { order, limit, pages }: ApartPages,
): Promise<readonly Candidate[]> {
  const row = candidateRow(order);
  let merged: readonly Candidate[] = [];
  for (const page of pages) {
    const rows = await selectRows(db, page, row);
    merged = merged.length === 0 ? rows : mergePages(merged, rows, order, limit);
  }
  return merged;
}

/** Merges two pages: the first rows of both, each memo once. */
export function mergePages(
  some: readonly Candidate[],
  others: readonly Candidate[],
  order: ListOrder,
  limit: number,
): readonly Candidate[] {
  if (others.length === 0) return some;
  // A memo may be in two sources.
  const known = new Set(some.map(({ pk }) => pk));
  return [...some, ...others.filter(({ pk }) => !known.has(pk))]
    .sort((a, b) => compare(a, b, order))
    .slice(0, limit);
}

function compare(a: Candidate, b: Candidate, order: ListOrder): number {
  for (const { column, descending } of order) {
    const name = resultColumn(column);
    const difference = Number(a[name]) - Number(b[name]);
    if (difference !== 0) return descending ? -difference : difference;
  }
  return 0;
}

/** Makes a query of pages with a plan that doesn't depend on its values. */
export function steady({ sql, parameters }: SqlFragment, dialect: SqlDialect): SqlFragment {
  return { sql: dialect.steady(sql), parameters };
}

/** A row's number, with its sort values. */
export type Candidate = { readonly pk: number } & Readonly<Record<string, string | number>>;

/** Returns the shape of rows in a page of this order. */
export function candidateRow(order: ListOrder): RowShape<Candidate> {
  const columns = order.map(({ column }) => [
    resultColumn(column),
    column === "id" ? text : number,
  ]);
  return rowOf<Candidate>({ ...Object.fromEntries(columns), pk: number });
}

/** Returns a query for the first rows of one source, as many as a page can need. */
export function sourcePageSql(
  source: ListSource,
  order: ListOrder,
  asked: readonly SqlFragment[],
  page: PageBounds,
): SqlFragment {
  const placeOf = placeIn(source);
  const isOfTag =
    asked.length === 0 && order.every(({ column }) => placeOf(column).startsWith("t."));
  const rows = (isOfTag ? source.ofTag : undefined) ?? source;
  const after = afterSql(order, placeOf);
  const from = after === null ? [rows.where] : [rows.where, after];
  const where = joinSql([...from, ...asked], " AND ");
  // The number is the row's key, which is read in any case.
  const keys = order
    .filter(({ column }) => column !== "number")
    .map(({ column }) => `, ${placeOf(column)}`);
  return {
    sql:
      `SELECT ${rows === source ? "m.pk" : "t.memo_pk AS pk"}${keys.join("")} ` +
      `FROM ${rows.from} WHERE ${where.sql} ` +
      `ORDER BY ${orderBySql(order, placeOf)} LIMIT ?`,
    parameters: [...where.parameters, page.offset + page.limit],
  };
}

/** Returns the query for a page of the union of the sources. */
export function mergeSql(
  pages: readonly SqlFragment[],
  order: ListOrder,
  page: PageBounds,
): SqlFragment {
  const [only] = pages;
  const skip = sqlText(" LIMIT ? OFFSET ?", page.limit, page.offset);
  if (pages.length === 1 && only !== undefined) {
    return page.offset === 0
      ? only
      : joinSql([{ ...only, sql: `SELECT pk FROM (${only.sql}) AS page` }, skip], "");
  }
  const merged = joinSql(
    pages.map((one) => ({ ...one, sql: `SELECT * FROM (${one.sql}) AS page` })),
    " UNION ",
  );
  return joinSql(
    [{ ...merged, sql: `${merged.sql} ORDER BY ${orderBySql(order, resultColumn)}` }, skip],
    "",
  );
}

/** Returns the name of a column in a page's rows. */
export function resultColumn(column: string): string {
  return column === "number" ? "pk" : column;
}
