import type { MemoListQuery, MemoStatRow } from "@tidemark/core";
import type { Kysely, Selectable } from "kysely";
import type { SqlValue } from "../dialect/connection.ts";
import { planToSql } from "../filter/index.ts";
import type { MemoTable, Tables } from "../schema/tables.ts";
import { chooseDriver } from "./list-driver.ts";
import { afterSql, listOrder, type ListOrder, orderBySql } from "./list-order.ts";
import { commentSources, listSources, type ListSource } from "./list-sources.ts";
import { joinSql, selectRows, sqlText, type SqlFragment, sqlValues } from "./sql-fragment.ts";

/** One page of memos in the order asked for. Reads ids from the indexes first, then only its rows. */
export async function listMemoRows(
  db: Kysely<Tables>,
  query: MemoListQuery,
): Promise<Selectable<MemoTable>[]> {
  const order = listOrder(query.order, query.after);
  const { sources, usesTextIndex } = await findSources(db, query, order, { disjoint: false });
  if (sources.length === 0 || query.limit <= 0) return [];
  const filter = filterSql(db, query, usesTextIndex);
  const pages = sources.map((source) => sourcePageSql(source, order, filter, query));
  const ids = await selectRows<{ pk: number }>(db, mergeSql(pages, order, query));
  return rowsInOrder(
    db,
    ids.map(({ pk }) => pk),
  );
}

/** How many memos the list has without a limit. */
export async function countMemoRows(
  db: Kysely<Tables>,
  query: Omit<MemoListQuery, "order" | "after" | "offset" | "limit">,
): Promise<number> {
  const order = listOrder([], null);
  const { sources, usesTextIndex } = await findSources(db, query, order, { disjoint: true });
  const filter = filterSql(db, query, usesTextIndex);
  let total = 0;
  for (const { from, where } of sources) {
    const conditions = filter === null ? where : joinSql([where, filter], " AND ");
    const [row] = await selectRows<{ count: number }>(db, {
      sql: `SELECT count(*) AS count FROM ${from} WHERE ${conditions.sql}`,
      parameters: conditions.parameters,
    });
    total += row?.count ?? 0;
  }
  return total;
}

interface StatColumns {
  readonly id: string;
  readonly creator: string;
  readonly created_ms: number;
  readonly updated_ms: number;
  readonly pinned: number;
  readonly has_link: number;
  readonly has_code: number;
  readonly has_task_list: number;
  readonly has_incomplete_tasks: number;
  readonly tags: string;
}

/** What statistics need of every memo that the list has without a limit; no text is read. */
export async function listStatRows(
  db: Kysely<Tables>,
  query: Omit<MemoListQuery, "order" | "after" | "offset" | "limit">,
): Promise<MemoStatRow[]> {
  const order = listOrder([], null);
  const { sources, usesTextIndex } = await findSources(db, query, order, { disjoint: true });
  const filter = filterSql(db, query, usesTextIndex);
  const found: MemoStatRow[] = [];
  for (const { from, where } of sources) {
    const conditions = filter === null ? where : joinSql([where, filter], " AND ");
    const rows = await selectRows<StatColumns>(db, {
      sql:
        "SELECT m.id, m.creator, m.created_ms, m.updated_ms, m.pinned, m.has_link, m.has_code, " +
        `m.has_task_list, m.has_incomplete_tasks, m.tags FROM ${from} WHERE ${conditions.sql}`,
      parameters: conditions.parameters,
    });
    for (const row of rows) {
      found.push({
        id: row.id,
        creator: row.creator,
        createdMs: row.created_ms,
        updatedMs: row.updated_ms,
        pinned: row.pinned === 1,
        hasLink: row.has_link === 1,
        hasCode: row.has_code === 1,
        hasTaskList: row.has_task_list === 1,
        hasIncompleteTasks: row.has_incomplete_tasks === 1,
        tags: JSON.parse(row.tags) as string[],
      });
    }
  }
  return found;
}

async function findSources(
  db: Kysely<Tables>,
  query: Pick<MemoListQuery, "access" | "state" | "trash" | "parent" | "filter">,
  order: ListOrder,
  options: { readonly disjoint: boolean },
): Promise<{ readonly sources: ListSource[]; readonly usesTextIndex: boolean }> {
  const { parent } = query;
  if (parent !== null)
    return { sources: commentSources({ ...query, parent }), usesTextIndex: false };
  const { driver, usesTextIndex, narrowedTo } = await chooseDriver(db, query, order);
  const sources = listSources(query, order, driver, options);
  if (narrowedTo === null) return { sources, usesTextIndex };
  const pks = JSON.stringify(narrowedTo);
  return { sources: sources.map((source) => narrowed(source, pks)), usesTextIndex };
}

/** The plus keeps the walk in the order asked for: rows looked up one by one would have to be sorted. */
function narrowed(source: ListSource, pks: string): ListSource {
  const pk = source.createdFrom === "t" ? "t.memo_pk" : "m.pk";
  const isCandidate = sqlText(`+${pk} IN (SELECT value FROM json_each(?))`, pks);
  return { ...source, where: joinSql([isCandidate, source.where], " AND ") };
}

function filterSql(
  db: Kysely<Tables>,
  { filter }: Pick<MemoListQuery, "filter">,
  usesTextIndex: boolean,
): SqlFragment | null {
  if (filter === null) return null;
  const { sql, parameters } = planToSql(filter, { alias: "m", usesTextIndex }).compile(db);
  return { sql: `(${sql})`, parameters: parameters as readonly SqlValue[] };
}

/** The first rows of one source: no page can need more of it than it holds altogether. */
function sourcePageSql(
  source: ListSource,
  order: ListOrder,
  filter: SqlFragment | null,
  page: Pick<MemoListQuery, "offset" | "limit">,
): SqlFragment {
  const after = afterSql(order, "m");
  const conditions = [source.where, after, filter].filter((part) => part !== null);
  const where = joinSql(conditions, " AND ");
  const keys = order
    .filter((key) => key.column !== "id")
    .map((key) => `, ${key.column === "created_ms" ? source.createdFrom : "m"}.${key.column}`);
  return {
    sql:
      `SELECT m.pk, m.id${keys.join("")} FROM ${source.from} WHERE ${where.sql} ` +
      `ORDER BY ${orderBySql(order, source.createdFrom)} LIMIT ?`,
    parameters: [...where.parameters, page.offset + page.limit],
  };
}

function mergeSql(
  pages: readonly SqlFragment[],
  order: ListOrder,
  page: Pick<MemoListQuery, "offset" | "limit">,
): SqlFragment {
  const [only] = pages;
  const skip = sqlText(" LIMIT ? OFFSET ?", page.limit, page.offset);
  if (pages.length === 1 && only !== undefined) {
    return page.offset === 0
      ? only
      : joinSql([{ ...only, sql: `SELECT pk FROM (${only.sql})` }, skip], "");
  }
  const merged = joinSql(
    pages.map((one) => ({ ...one, sql: `SELECT * FROM (${one.sql})` })),
    " UNION ",
  );
  return joinSql(
    [{ ...merged, sql: `${merged.sql} ORDER BY ${orderBySql(order, null)}` }, skip],
    "",
  );
}

const maxRowsPerQuery = 500;

/** The memos with these numbers, in the order of the numbers. */
export async function rowsInOrder(
  db: Kysely<Tables>,
  pks: readonly number[],
): Promise<Selectable<MemoTable>[]> {
  const rowsByPk = new Map<number, Selectable<MemoTable>>();
  for (let start = 0; start < pks.length; start += maxRowsPerQuery) {
    const places = sqlValues(pks.slice(start, start + maxRowsPerQuery));
    const rows = await selectRows<Selectable<MemoTable>>(
      db,
      joinSql([sqlText("SELECT * FROM memo WHERE pk IN"), places], " "),
    );
    for (const row of rows) rowsByPk.set(row.pk, row);
  }
  return pks.map((pk) => rowsByPk.get(pk)).filter((row) => row !== undefined);
}
