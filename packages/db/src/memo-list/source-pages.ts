import type { MemoListQuery } from "@tidemark/core";
import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import type { SqlDialect } from "../sql/dialect.ts";
import { number, type RowShape, rowOf, text } from "../sql/row.ts";
import { joinSql, selectRows, sqlText, type SqlFragment } from "../sql/sql-text.ts";
import { afterSql, type ListOrder, orderBySql } from "./list-order.ts";
import { type ListSource, placeIn } from "./list-sources.ts";

/** Which rows of a list a page has. */
export type PageBounds = Pick<MemoListQuery, "offset" | "limit">;

/** The first rows of each source, to be read one after the other and merged here. */
export interface ApartPages {
  readonly order: ListOrder;
  readonly limit: number;
  readonly pages: readonly SqlFragment[];
}

/** Of more sources the database reads less: it walks each only as far as the page reaches. */
const maxApart = 3;

/** Whether pages of sources without a filter may be read apart; only where asking twice costs nothing. */
export function isReadApart(
  pages: readonly SqlFragment[],
  order: ListOrder,
  { offset }: PageBounds,
): boolean {
  if (pages.length < 2 || pages.length > maxApart || offset > 0) return false;
  return order.every(({ column }) => column !== "id");
}

/** The page that the union of the sources has. */
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

/** The first rows of two pages together, each memo once. */
export function mergePages(
  some: readonly Candidate[],
  others: readonly Candidate[],
  order: ListOrder,
  limit: number,
): readonly Candidate[] {
  if (others.length === 0) return some;
  // A memo may stand in two sources.
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

/** A query of pages, planned once. */
export function steady({ sql, parameters }: SqlFragment, dialect: SqlDialect): SqlFragment {
  return { sql: dialect.steady(sql), parameters };
}

/** A row's number, and what it is sorted by. */
export type Candidate = { readonly pk: number } & Readonly<Record<string, string | number>>;

/** The rows of a page that is sorted so. */
export function candidateRow(order: ListOrder): RowShape<Candidate> {
  const columns = order.map(({ column }) => [
    resultColumn(column),
    column === "id" ? text : number,
  ]);
  return rowOf<Candidate>({ ...Object.fromEntries(columns), pk: number });
}

/** The first rows of one source: no page can need more of it than it holds altogether. */
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

/** The page of the list that the sources are together. */
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

/** What a column is called in the rows of a page. */
export function resultColumn(column: string): string {
  return column === "number" ? "pk" : column;
}
