import type { MemoListQuery, MemoStatRow } from "@tidemark/core";
import type { Kysely, Selectable } from "kysely";
import type { SqlValue } from "../sql/connection.ts";
import { planToSql } from "../filter/index.ts";
import type { MemoTable } from "../schema/memo-tables.ts";
import type { Tables } from "../schema/tables.ts";
import { chooseDriver, countMemosAtMost, type DriverChoice } from "./list-driver.ts";
import { afterSql, listOrder, type ListOrder, orderBySql } from "./list-order.ts";
import { isWalkedInOrder, type ListPlace, placeList } from "./list-place.ts";
import { reachSources } from "./reach-sources.ts";
import { commentSources, listSources, type ListSource, placeIn } from "./list-sources.ts";
import { joinSql, selectRows, sqlText, type SqlFragment, sqlValues } from "../sql/sql-text.ts";
import { readStrings } from "../schema/own-rows.ts";
import { number, rowOf, text } from "../sql/row.ts";
import { memoRow } from "../schema/table-rows.ts";

const pkRow = rowOf({ pk: number });
const countRow = rowOf({ count: number });
const statRow = rowOf<StatColumns>({
  id: text,
  creator: text,
  created_ms: number,
  updated_ms: number,
  pinned: number,
  has_link: number,
  has_code: number,
  has_task_list: number,
  has_incomplete_tasks: number,
  tags: text,
});

/** A list that is ready to run: how it finds its rows, and where it should. */
export interface PreparedList {
  readonly choice: DriverChoice | null;
  readonly place: ListPlace;
  /** Finds the page's rows; null when nothing can be in it. */
  readonly query: SqlFragment | null;
}

type WholeListQuery = Omit<MemoListQuery, "order" | "after" | "offset" | "limit">;

/** Writes the query of one page. `choice` is looked for in the indexes unless it is given. */
export async function prepareList(
  db: Kysely<Tables>,
  query: MemoListQuery,
  choice?: DriverChoice,
): Promise<PreparedList> {
  const order = listOrder(query.order, query.after);
  const options = { disjoint: false, choice };
  const { sources, chosen, rows } = await findSources(db, query, order, options);
  const visitsAll =
    !isWalkedInOrder(order, query) || chosen?.driver.type === "rows" || query.offset > 1000;
  const walksFlags = chosen?.driver.type === "order" && order[0]?.column === "created_ms";
  const isWhole = chosen?.isWholeFilter === true && query.reach === undefined;
  const asked = { filter: isWhole ? null : query.filter };
  const place = placeList({ ...asked, rows, visitsAll, walksFlags });
  if (sources.length === 0 || query.limit <= 0) return { choice: chosen, place, query: null };
  const filter = filterSql(db, asked, chosen);
  const pages = sources.map((source) =>
    sourcePageSql(source, order, [filter, place === "here" ? null : stepSql], query),
  );
  return { choice: chosen, place, query: mergeSql(pages, order, query) };
}

/** The numbers of one page of memos in the order asked for: nothing but the indexes is read for it. */
export async function listMemoNumbers(
  db: Kysely<Tables>,
  prepared: PreparedList,
): Promise<number[]> {
  if (prepared.query === null) return [];
  const ids = await selectRows(db, prepared.query, pkRow);
  return ids.map(({ pk }) => pk);
}

/** A list without a limit that is ready to run, source by source; no memo stands in two of them. */
export interface PreparedWhole {
  readonly place: ListPlace;
  readonly sources: readonly { readonly from: string; readonly where: SqlFragment }[];
}

export async function prepareWhole(
  db: Kysely<Tables>,
  query: WholeListQuery,
  { readsRows }: { /** Not only counted. */ readonly readsRows: boolean },
): Promise<PreparedWhole> {
  const order = listOrder([], null);
  const { sources, chosen, rows } = await findSources(db, query, order, { disjoint: true });
  const work = { visitsAll: readsRows || query.filter !== null, readsRows, walksFlags: false };
  const place = placeList({ filter: query.filter, rows, ...work });
  const filter = filterSql(db, query, chosen);
  return {
    place,
    sources: sources.map(({ from, where }) => ({
      from,
      where:
        filter === null || place === "here" ? where : joinSql([where, stepSql, filter], " AND "),
    })),
  };
}

/** How many memos the list has without a limit. */
export async function countMemoRows(
  db: Kysely<Tables>,
  { sources }: PreparedWhole,
): Promise<number> {
  let total = 0;
  for (const { from, where } of sources) {
    const [row] = await selectRows(
      db,
      {
        sql: `SELECT count(*) AS count FROM ${from} WHERE ${where.sql}`,
        parameters: where.parameters,
      },
      countRow,
    );
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
  { sources }: PreparedWhole,
): Promise<MemoStatRow[]> {
  const found: MemoStatRow[] = [];
  for (const { from, where } of sources) {
    const rows = await selectRows(
      db,
      {
        sql:
          "SELECT m.id, m.creator, m.created_ms, m.updated_ms, m.pinned, m.has_link, m.has_code, " +
          `m.has_task_list, m.has_incomplete_tasks, m.tags FROM ${from} WHERE ${where.sql}`,
        parameters: where.parameters,
      },
      statRow,
    );
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
        tags: readStrings(row.tags),
      });
    }
  }
  return found;
}

interface FoundSources {
  readonly sources: ListSource[];
  /** Null for the comments of a memo, which one index holds. */
  readonly chosen: DriverChoice | null;
  readonly rows: number;
}

async function findSources(
  db: Kysely<Tables>,
  query: WholeListQuery & Partial<Pick<MemoListQuery, "offset" | "limit">>,
  order: ListOrder,
  options: { readonly disjoint: boolean; readonly choice?: DriverChoice | undefined },
): Promise<FoundSources> {
  const { parent, reach } = query;
  if (parent !== null && reach === undefined) {
    const rows = await countMemosAtMost(db);
    return { sources: commentSources({ ...query, parent }), chosen: null, rows };
  }
  const chosen = options.choice ?? (await chooseDriver(db, query, order));
  const { driver, narrowedTo, rows } = chosen;
  const sources =
    reach === undefined
      ? listSources(query, order, driver, options)
      : reachSources({ ...query, reach }, order, driver);
  if (narrowedTo === null) return { sources, chosen, rows };
  const pks = JSON.stringify(narrowedTo);
  return { sources: sources.map((source) => narrowed(source, pks)), chosen, rows };
}

/** Lets a connection stop the query between two rows. */
const stepSql = sqlText("tidemark_step(m.pk) = 1");

/** The plus keeps the walk in the order asked for: rows looked up one by one would have to be sorted. */
function narrowed(source: ListSource, pks: string): ListSource {
  const pk = source.sortedFrom === "t" ? "t.memo_pk" : "m.pk";
  const isCandidate = sqlText(`+${pk} IN (SELECT value FROM json_each(?))`, pks);
  return { ...source, where: joinSql([isCandidate, source.where], " AND ") };
}

function filterSql(
  db: Kysely<Tables>,
  { filter }: Pick<MemoListQuery, "filter">,
  chosen: DriverChoice | null,
): SqlFragment | null {
  if (filter === null) return null;
  const usesTextIndex = chosen?.usesTextIndex ?? false;
  const { sql, parameters } = planToSql(filter, { alias: "m", usesTextIndex }).compile(db);
  return { sql: `(${sql})`, parameters: parameters as readonly SqlValue[] };
}

/** The first rows of one source: no page can need more of it than it holds altogether. */
function sourcePageSql(
  source: ListSource,
  order: ListOrder,
  [filter, step]: readonly [SqlFragment | null, SqlFragment | null],
  page: Pick<MemoListQuery, "offset" | "limit">,
): SqlFragment {
  const placeOf = placeIn(source);
  const after = afterSql(order, placeOf);
  const conditions = [source.where, after, step, filter].filter((part) => part !== null);
  const where = joinSql(conditions, " AND ");
  // The number is the row's key, which is read in any case.
  const keys = order
    .filter(({ column }) => column !== "number")
    .map(({ column }) => `, ${placeOf(column)}`);
  return {
    sql:
      `SELECT m.pk${keys.join("")} FROM ${source.from} WHERE ${where.sql} ` +
      `ORDER BY ${orderBySql(order, placeOf)} LIMIT ?`,
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
    [{ ...merged, sql: `${merged.sql} ORDER BY ${orderBySql(order, resultColumn)}` }, skip],
    "",
  );
}

function resultColumn(column: string): string {
  return column === "number" ? "pk" : column;
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
    const rows = await selectRows(
      db,
      joinSql([sqlText("SELECT * FROM memo WHERE pk IN"), places], " "),
      memoRow,
    );
    for (const row of rows) rowsByPk.set(row.pk, row);
  }
  return pks.map((pk) => rowsByPk.get(pk)).filter((row) => row !== undefined);
}
