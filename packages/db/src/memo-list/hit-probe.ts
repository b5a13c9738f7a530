import type { MemoListQuery } from "@tidemark/core";
import type { FilterPlan } from "@tidemark/core/filter";
import type { Kysely } from "kysely";
import { type FilterDriver, planToSql } from "../filter/index.ts";
import type { Tables } from "../schema/tables.ts";
import { stepOf } from "../sql/dialect.ts";
import { countMemosAtMost } from "../sql/count-memos.ts";
import { number, rowOf } from "../sql/row.ts";
import { dialectOf, joinSql, selectRows, sqlText, type SqlFragment } from "../sql/sql-text.ts";
import type { RowNumbers } from "../sql/text-search.ts";
import type { DriverChoice, ListDriver } from "./list-driver.ts";
import { afterSql, type ListOrder } from "./list-order.ts";
import { listSources, type ListSource, placeIn, readableTopSql } from "./list-sources.ts";
import { reachSources } from "./reach-sources.ts";
import { type Candidate, candidateRow, sourcePageSql, steady } from "./source-pages.ts";

const pkRow = rowOf({ pk: number });
const createdRow = rowOf({ created_ms: number });
const countRow = rowOf({ count: number });

/** Number of memos read to estimate where a list's hits begin. */
const lookedAhead = 50;

/** Queries over a list whose hits are examined in order of creation. */
export interface HitProbe {
  /** True if the list begins after the start of its order: on a later page, or at a time. */
  readonly isBegun: boolean;
  /** Estimates the range of row numbers of the list's first hits, searched in `direction`. */
  start(direction: "down" | "up"): Promise<RowNumbers>;
  /** Returns those of the given memos that are on the page. */
  page(pks: readonly number[], wanted: number): Promise<readonly Candidate[]>;
  /**
   * Returns up to `limit` memos outside `known` that the list may have up to `before`, or to its end. With
   * `known` null, every memo is outside.
   */
  outside(
    known: RowNumbers | null,
    before: Candidate | null,
    limit: number,
  ): Promise<readonly number[]>;
  /** Returns whether the list may have more than `most` memos before `before`, or before its end. */
  isLong(before: Candidate | null, most: number): Promise<boolean>;
  /** Returns whether a memo is after the filter's time range in the list's order. */
  isPast(pk: number): Promise<boolean>;
  /** Returns the choice to evaluate each memo in order. */
  walk(rows: number): DriverChoice;
}

/** Returns the queries of a list; null if it is empty or SQL can't express its filter. */
export function hitProbe(
  db: Kysely<Tables>,
  {
    query,
    filter,
    order,
    offers,
  }: {
    readonly query: MemoListQuery;
    readonly filter: FilterPlan;
    readonly order: ListOrder;
    readonly offers: readonly FilterDriver[];
  },
): HitProbe | null {
  const dialect = dialectOf(db);
  const driver = walkedBy(query, order, offers);
  const { reach } = query;
  const options = { disjoint: false, dialect };
  const sourcesBy = (by: ListDriver): readonly ListSource[] =>
    reach === undefined
      ? listSources(query, order, by, options)
      : reachSources({ ...query, reach }, order, by, dialect);
  const sources = sourcesBy(
    driver.type === "tag" ? { ...driver, fromMs: null, toMs: null } : driver,
  );
  const condition = planToSql(filter, dialect.filter, { alias: "m", usesTextIndex: false });
  if (sources.length === 0 || !condition.isExact) return null;
  const step = stepOf(dialect, "m.pk").map((sql) => sqlText(sql));
  const asks = [...step, { ...condition, sql: `(${condition.sql})` }];
  const time = timeOf(offers);
  const isNewestFirst = order[0]?.descending === true;
  const [startMs, endMs] = isNewestFirst ? [time.toMs, time.fromMs] : [time.fromMs, time.toMs];
  const row = candidateRow(order);
  const within = (created: string, isStart: boolean, ms: number | null): readonly SqlFragment[] =>
    ms === null ? [] : [sqlText(`${created} ${isStart === isNewestFirst ? "<=" : ">="} ?`, ms)];

  /** Returns a query for the memos of a source that may be in the list, up to a position in its order. */
  const rowsOfSource = (source: ListSource, before: Candidate | null): SqlFragment => {
    const isOfTag = order.every(({ column }) => column === "created_ms" || column === "number");
    const rows = (isOfTag ? source.ofTag : undefined) ?? source;
    const placeOf = placeIn(source);
    const created = rows === source ? "m.created_ms" : "t.created_ms";
    const after = afterSql(order, placeOf);
    const conditions = [
      rows.where,
      ...(after === null ? [] : [after]),
      ...within(created, true, startMs),
      // The page's end is the tighter bound than a time, which SQLite would start from otherwise.
      ...(before === null
        ? within(created, false, endMs)
        : [afterSql(reversed(order, before), placeOf)].filter((one) => one !== null)),
    ];
    const where = joinSql(conditions, " AND ");
    return {
      ...where,
      sql: `SELECT ${numberIn(source)} AS pk FROM ${rows.from} WHERE ${where.sql}`,
    };
  };

  return {
    isBegun: query.after !== null || startMs !== null,
    async start(direction) {
      const isDown = direction === "down";
      const everything = { low: 0, high: await countMemosAtMost(db) };
      if (query.after === null && startMs === null) return everything;
      let end = isDown ? 0 : everything.high;
      for (const source of sources) {
        const begins = within(placeIn(source)("created_ms"), true, startMs);
        const first = sourcePageSql(source, order, begins, { offset: 0, limit: lookedAhead });
        for (const { pk } of await selectRows(db, steady(first, dialect), pkRow)) {
          end = isDown ? Math.max(end, pk) : Math.min(end, pk);
        }
      }
      return isDown ? { ...everything, high: end } : { ...everything, low: end };
    },
    async page(pks, wanted) {
      const source = pks.length === 0 ? undefined : amongRows(query, driver, pks, sourcesBy);
      if (source === undefined) return [];
      const sql = sourcePageSql(source, order, asks, { offset: 0, limit: wanted });
      return selectRows(db, steady(sql, dialect), row);
    },
    async outside(known, before, limit) {
      const found = new Set<number>();
      for (const source of sources) {
        const pk = numberIn(source);
        const conditions = [rowsOfSource(source, before)];
        if (known !== null) {
          const { low, high } = known;
          conditions.push(sqlText(`(+${pk} < ? OR +${pk} > ?)`, low, high));
        }
        const rows = joinSql(conditions, " AND ");
        const sql = { sql: `${rows.sql} LIMIT ?`, parameters: [...rows.parameters, limit] };
        for (const { pk } of await selectRows(db, steady(sql, dialect), pkRow)) found.add(pk);
        if (found.size >= limit) break;
      }
      return [...found];
    },
    async isLong(before, most) {
      let left = most;
      for (const source of sources) {
        const { sql: rows, parameters } = rowsOfSource(source, before);
        const sql = `SELECT count(*) AS count FROM (${rows} LIMIT ?) AS walked`;
        const query = steady({ sql, parameters: [...parameters, left + 1] }, dialect);
        const [row] = await selectRows(db, query, countRow);
        left -= row?.count ?? 0;
        if (left < 0) return true;
      }
      return false;
    },
    async isPast(pk) {
      if (endMs === null) return false;
      const sql = sqlText("SELECT created_ms FROM memo WHERE pk = ?", pk);
      const [memo] = await selectRows(db, sql, createdRow);
      if (memo === undefined) return false;
      return isNewestFirst ? memo.created_ms < endMs : memo.created_ms > endMs;
    },
    walk: (rows) => ({ driver, usesTextIndex: false, narrowedTo: null, rows }),
  };
}

/** Chooses the smallest index in this order to prove with that no memo was missed. */
function walkedBy(
  query: MemoListQuery,
  order: ListOrder,
  offers: readonly FilterDriver[],
): ListDriver {
  const isOrdinary =
    query.state === "NORMAL" && query.trash === "none" && query.reach === undefined;
  if (!isOrdinary || order[0]?.column !== "created_ms") return { type: "order" };
  const tag = offers.find((offer) => offer.kind === "tag");
  const { fromMs, toMs } = timeOf(offers);
  if (tag !== undefined) return { type: "tag", tag: tag.tag, fromMs, toMs };
  return offers.some((offer) => offer.kind === "pinned") ? { type: "pinned" } : { type: "order" };
}

/** Returns the source of known rows that the reader may see and that have the driver's tag. */
function amongRows(
  query: MemoListQuery,
  driver: ListDriver,
  pks: readonly number[],
  sourcesBy: (driver: ListDriver) => readonly ListSource[],
): ListSource | undefined {
  if (driver.type !== "tag") return sourcesBy({ type: "rows", pks })[0];
  const readable = readableTopSql(query);
  if (readable === null) return undefined;
  return {
    from:
      "json_each(?) AS a CROSS JOIN memo_tag AS t INDEXED BY memo_tag_by_memo " +
      "ON t.memo_pk = a.value AND t.tag = ? CROSS JOIN memo AS m ON m.pk = t.memo_pk",
    where: {
      sql: readable.sql,
      parameters: [JSON.stringify(pks), driver.tag, ...readable.parameters],
    },
    sortedFrom: "t",
  };
}

function timeOf(offers: readonly FilterDriver[]): {
  readonly fromMs: number | null;
  readonly toMs: number | null;
} {
  return offers.find((offer) => offer.kind === "time") ?? { fromMs: null, toMs: null };
}

function numberIn({ sortedFrom }: ListSource): string {
  return sortedFrom === "t" ? "t.memo_pk" : "m.pk";
}

/** Returns the reverse order, starting from a memo. */
function reversed(order: ListOrder, from: Candidate): ListOrder {
  return order.map((key) => ({
    ...key,
    descending: !key.descending,
    after: from[key.column === "number" ? "pk" : key.column] ?? null,
  }));
}
