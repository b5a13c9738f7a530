import type { MemoListQuery } from "@tidemark/core";
import type { FilterPlan } from "@tidemark/core/filter";
import type { Kysely, Selectable } from "kysely";
import { type FilterCondition, planToSql, withoutNeedles } from "../filter/index.ts";
import type { MemoTable } from "../schema/memo-tables.ts";
import { memoRow } from "../schema/table-rows.ts";
import type { Tables } from "../schema/tables.ts";
import { type SqlDialect, stepOf } from "../sql/dialect.ts";
import { countMemosAtMost } from "../sql/count-memos.ts";
import { number, rowOf } from "../sql/row.ts";
import {
  dialectOf,
  joinSql,
  selectRows,
  sqlText,
  type SqlFragment,
  sqlValues,
} from "../sql/sql-text.ts";
import { evaluateMemos } from "./evaluate-memos.ts";
import { evaluateAll, evaluateUntilFull } from "./evaluate-rows.ts";
import { chooseDriver, type DriverChoice, rowsChoice } from "./list-driver.ts";
import { listOrder, type ListOrder } from "./list-order.ts";
import {
  type ApartPages,
  type Candidate,
  candidateRow,
  isReadApart,
  mergeSql,
  type PageBounds,
  readApart,
  resultColumn,
  sourcePageSql,
  steady,
} from "./source-pages.ts";
import { isWalkedInOrder, type ExecutionMode, chooseExecution } from "./execution-mode.ts";
import { commentSources, listSources, type ListSource } from "./list-sources.ts";
import { findByText } from "./newest-hits.ts";
import { reachSources } from "./reach-sources.ts";

const pkRow = rowOf({ pk: number });
const versionRow = rowOf({ pk: number, seq: number });
const countRow = rowOf({ count: number });
/** A planned list: its query and its execution mode. */
export interface PreparedList {
  readonly choice: DriverChoice | null;
  readonly place: ExecutionMode;
  /** Row numbers of the page, if planning already found them. */
  readonly found: readonly number[] | null;
  /** Query for the page's rows; null if the list is empty. */
  readonly query: SqlFragment | null;
  /** Candidates to evaluate in memory, if SQL can't express the whole filter. */
  readonly asked: AskedList | null;
  /** Queries of each source, if running them one by one costs less than their union. */
  readonly apart: ApartPages | null;
}

interface AskedList {
  readonly order: ListOrder;
  readonly page: PageBounds;
  readonly plan: FilterPlan;
  /** Returns a query for the first rows after the keys of an order that may match the filter. */
  readonly candidates: (order: ListOrder, limit: number) => SqlFragment;
}

type WholeListQuery = Omit<MemoListQuery, "order" | "after" | "offset" | "limit">;

/** Plans one page. Chooses a driver by querying the indexes, unless `choice` is given. */
export async function prepareList(
  db: Kysely<Tables>,
  query: MemoListQuery,
  choice?: DriverChoice,
): Promise<PreparedList> {
  const order = listOrder(query.order, query.after);
  const byText = choice === undefined ? await findByText(db, query, order) : null;
  if (byText?.type === "page") return preparedPage(db, query, byText.pks);
  const options = { disjoint: false, choice: byText?.choice ?? choice };
  const { sources, chosen, rows } = await findSources(db, query, order, options);
  const visitsAll =
    !isWalkedInOrder(order, query) || chosen?.driver.type === "rows" || query.offset > 1000;
  const walksFlags = chosen?.driver.type === "order" && order[0]?.column === "created_ms";
  const isWhole = chosen?.isWholeFilter === true && query.reach === undefined;
  const asked = { filter: isWhole ? null : query.filter };
  const place = chooseExecution({ ...asked, rows, visitsAll, walksFlags });
  if (sources.length === 0 || query.limit <= 0) {
    return { choice: chosen, place, found: null, query: null, asked: null, apart: null };
  }
  const dialect = dialectOf(db);
  const filter = filterSql(db, asked, chosen);
  const step = place === "here" ? [] : stepOf(dialect, "m.pk").map((sql) => sqlText(sql));
  const conditions = filter === null ? step : [...step, filter];
  const pagesOf = (from: ListOrder, page: PageBounds): SqlFragment[] =>
    sources.map((source) => sourcePageSql(source, from, conditions, page));
  const pages = pagesOf(order, query);
  const merged = (from: ListOrder, page: PageBounds, some: readonly SqlFragment[]): SqlFragment =>
    steady(mergeSql(some, from, page), dialect);
  return {
    choice: chosen,
    place,
    found: null,
    // Built only when it is needed.
    get query() {
      return merged(order, query, pages);
    },
    apart:
      dialect.isNear && filter === null && isReadApart(pages, order, query)
        ? { order, limit: query.limit, pages: pages.map((page) => steady(page, dialect)) }
        : null,
    asked:
      asked.filter === null || filter === null || filter.isExact
        ? null
        : {
            order,
            page: query,
            plan: asked.filter,
            candidates: (from, limit) => {
              const bounds = { offset: 0, limit };
              return merged(from, bounds, pagesOf(from, bounds));
            },
          },
  };
}

/** Returns the list of a page that is already found; its query searches only the page's rows. */
function preparedPage(
  db: Kysely<Tables>,
  query: MemoListQuery,
  pks: readonly number[],
): PreparedList {
  const choice = rowsChoice(pks);
  const dialect = dialectOf(db);
  return {
    choice,
    place: "here",
    found: pks,
    get query() {
      const order = listOrder(query.order, query.after);
      const filter = filterSql(db, query, choice);
      const page = { offset: 0, limit: query.limit };
      const { reach } = query;
      const sources =
        reach === undefined
          ? listSources(query, order, choice.driver, { disjoint: false, dialect })
          : reachSources({ ...query, reach }, order, choice.driver, dialect);
      const pages = sources.map((source) =>
        sourcePageSql(source, order, filter === null ? [] : [filter], page),
      );
      return pages.length === 0 ? null : steady(mergeSql(pages, order, page), dialect);
    },
    asked: null,
    apart: null,
  };
}

/** Returns the row numbers of one page of memos in the requested order. Reads only indexes. */
export async function listMemoNumbers(
  db: Kysely<Tables>,
  prepared: PreparedList,
): Promise<number[]> {
  if (prepared.found !== null) return [...prepared.found];
  if (prepared.asked !== null) return listAsked(db, prepared.asked);
  if (prepared.apart !== null) {
    return (await readApart(db, prepared.apart)).map(({ pk }) => pk);
  }
  const { query } = prepared;
  const ids = query === null ? [] : await selectRows(db, query, pkRow);
  return ids.map(({ pk }) => pk);
}

/**
 * Returns the row numbers with each memo's last `seq`, from a remote database, where another query costs a
 * round trip. Returns null for a local database, or if planning found the page or must evaluate it in memory.
 */
export async function listMemoVersions(
  db: Kysely<Tables>,
  prepared: PreparedList,
): Promise<readonly { readonly pk: number; readonly seq: number }[] | null> {
  const { found, asked, apart } = prepared;
  if (dialectOf(db).isNear || found !== null || asked !== null || apart !== null) return null;
  const { query } = prepared;
  if (query === null) return [];
  const sql = `SELECT page.pk, (SELECT seq FROM memo WHERE pk = page.pk) AS seq FROM (${query.sql}) AS page`;
  return selectRows(db, { ...query, sql }, versionRow);
}

/** Evaluates candidates until the page is full. */
async function listAsked(
  db: Kysely<Tables>,
  { order, page, plan, candidates }: AskedList,
): Promise<number[]> {
  const row = candidateRow(order);
  const after = (last: Candidate): ListOrder =>
    order.map((key) => ({ ...key, after: last[resultColumn(key.column)] ?? null }));
  const rows = await evaluateUntilFull<Candidate>(
    page,
    (last, limit) => selectRows(db, candidates(last === null ? order : after(last), limit), row),
    evaluateMemos(db, plan),
  );
  return rows.map(({ pk }) => pk);
}

/** A planned list without a limit, source by source. No memo is in two of them. */
export interface PreparedWhole {
  readonly place: ExecutionMode;
  readonly sources: readonly { readonly from: string; readonly where: SqlFragment }[];
  /** Filter to evaluate on each row, if SQL can't express all of it. */
  readonly asked: FilterPlan | null;
}

export async function prepareWhole(
  db: Kysely<Tables>,
  query: WholeListQuery,
  { readsRows }: { /** False if the rows are only counted. */ readonly readsRows: boolean },
): Promise<PreparedWhole> {
  const order = listOrder([], null);
  const { sources, chosen, rows } = await findSources(db, query, order, { disjoint: true });
  const work = { visitsAll: readsRows || query.filter !== null, readsRows, walksFlags: false };
  const place = chooseExecution({ filter: query.filter, rows, ...work });
  const filter = filterSql(db, query, chosen);
  const step = stepOf(dialectOf(db), "m.pk").map((sql) => sqlText(sql));
  return {
    place,
    asked: filter === null || filter.isExact ? null : query.filter,
    sources: sources.map(({ from, where }) => ({
      from,
      where: filter === null ? where : joinSql([where, ...step, filter], " AND "),
    })),
  };
}

/** Counts the memos of the list without a limit. */
export async function countMemoRows(
  db: Kysely<Tables>,
  { sources, asked }: PreparedWhole,
): Promise<number> {
  let total = 0;
  for (const { from, where } of sources) {
    if (asked !== null) {
      const select = { ...where, sql: `SELECT m.pk FROM ${from} WHERE ${where.sql}` };
      const candidates = await selectRows(db, select, pkRow);
      total += (await evaluateAll(candidates, evaluateMemos(db, asked))).length;
      continue;
    }
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

interface FoundSources {
  readonly sources: ListSource[];
  /** `null` for the comments of a memo, which are in one index. */
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
  const dialect = dialectOf(db);
  const sources =
    reach === undefined
      ? listSources(query, order, driver, { ...options, dialect })
      : reachSources({ ...query, reach }, order, driver, dialect);
  if (narrowedTo === null) return { sources, chosen, rows };
  const pks = JSON.stringify(narrowedTo);
  return { sources: sources.map((source) => narrowed(source, pks, dialect)), chosen, rows };
}

/** The plus keeps the scan in the requested order: rows looked up one by one would have to be sorted. */
function narrowed(source: ListSource, pks: string, dialect: SqlDialect): ListSource {
  const pk = source.sortedFrom === "t" ? "t.memo_pk" : "m.pk";
  const isCandidate = sqlText(dialect.isAmong(`+${pk}`), pks);
  const { from, where, sortedFrom } = source;
  return { from, where: joinSql([isCandidate, where], " AND "), sortedFrom };
}

function filterSql(
  db: Kysely<Tables>,
  { filter }: Pick<MemoListQuery, "filter">,
  chosen: DriverChoice | null,
): FilterCondition | null {
  if (filter === null) return null;
  const usesTextIndex = chosen?.usesTextIndex ?? false;
  const asked = chosen?.haveTexts === true ? withoutNeedles(filter) : filter;
  const condition = planToSql(asked, dialectOf(db).filter, { alias: "m", usesTextIndex });
  return { ...condition, sql: `(${condition.sql})` };
}

const maxRowsPerQuery = 500;

/** Returns the memos with these row numbers, in the same order. */
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
