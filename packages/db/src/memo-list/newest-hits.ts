import type { MemoListQuery } from "@tidemark/core";
import type { FilterPlan } from "@tidemark/core/filter";
import type { Kysely } from "kysely";
import { filterCostMicros, type FilterDriver, filterDrivers, planToSql } from "../filter/index.ts";
import type { Tables } from "../schema/tables.ts";
import { number, rowOf } from "../sql/row.ts";
import { dialectOf, joinSql, selectRows, sqlText, type SqlFragment } from "../sql/sql-text.ts";
import { type DriverChoice, type ListDriver, rowsChoice } from "./list-driver.ts";
import { afterSql, type ListOrder } from "./list-order.ts";
import { isWalkedInOrder } from "./list-place.ts";
import { listSources, type ListSource, placeIn, readableTopSql } from "./list-sources.ts";
import { reachSources } from "./reach-sources.ts";
import { type Candidate, candidateRow, mergePages, sourcePageSql, steady } from "./source-pages.ts";

// What was made last nearly always stands first in a list, but nothing says so: an imported memo is as
// old as it says. So the newest hits are asked, and then an index is walked from the start of the page
// to its end for memos that were made before any of them: those are looked at as well.

const pkRow = rowOf({ pk: number });
const createdRow = rowOf({ created_ms: number });

/** Hits that are asked for at first, where the page needs no more. */
const fewHits = 64;
/** Above these a page is not looked for so. */
const maxWanted = 500;
const maxHits = 4000;
const maxMicros = 20_000;
/** What asks a memo for longer, as patterns do, is watched while it runs. */
const maxMicrosEach = 25;
/** Memos of an order that are older than they look, above which it says nothing about hits. */
const maxExtras = 200;
/** Up to here it costs less to ask each memo that is walked. */
const fewRows = 300;
/** How many memos of a page say from where on the hits of it were made. */
const lookedAhead = 50;

export type FoundByText =
  /** Its numbers, in their order. */
  | { readonly type: "page"; readonly pks: readonly number[] }
  | { readonly type: "choice"; readonly choice: DriverChoice };

/**
 * Looks for a page of memos with a text among the newest hits of that. Null where that is no way to
 * find it, or does not end soon.
 */
export async function findByText(
  db: Kysely<Tables>,
  query: MemoListQuery,
  order: ListOrder,
): Promise<FoundByText | null> {
  const { filter, parent, reach } = query;
  const wanted = query.offset + query.limit;
  if (filter === null || wanted > maxWanted || query.limit <= 0) return null;
  if (parent !== null && reach === undefined) return null;
  const offers = filterDrivers(filter);
  const text = offers.find((offer) => offer.kind === "text");
  const micros = filterCostMicros(filter);
  const most = Math.min(maxHits, Math.floor(maxMicros / micros));
  const first = Math.max(fewHits, wanted + 1);
  const isCheap = micros <= maxMicrosEach && most >= first;
  if (text === undefined || !isCheap || !isNewestFirst(order, query)) return null;
  const walk = await dialectOf(db).texts.walkHits(db, text.needles);
  const look = walk === null ? null : lookInto(db, { query, filter, order, offers });
  if (walk === null || look === null) return null;

  const below = look.isBegun ? await look.firstBelow() : Number.MAX_SAFE_INTEGER;
  let page: readonly Candidate[] = [];
  let asked = 0;
  let oldest = below;
  let size = first;
  for (;;) {
    const pks = await walk.next(oldest, size);
    const isEnd = pks.length < size;
    if (asked === 0 && isEnd && !look.isBegun) return { type: "choice", choice: rowsChoice(pks) };
    const isFirst = asked === 0;
    asked += pks.length;
    oldest = isEnd ? 0 : (pks.at(-1) ?? 0);
    page = mergePages(page, await look.page(pks, wanted), order, wanted);
    const last = page.length === wanted ? page.at(-1) : undefined;
    const wereAllAsked = isEnd && !look.isBegun;
    if (wereAllAsked || last !== undefined || (await look.isPast(oldest))) {
      const range = { from: oldest, below, before: last ?? null };
      const extras = wereAllAsked ? [] : await look.outside(range, maxExtras + 1);
      if (extras.length > maxExtras) return null;
      page = mergePages(page, await look.page(extras, wanted), order, wanted);
      return { type: "page", pks: page.slice(query.offset).map(({ pk }) => pk) };
    }
    if (isFirst) {
      const rows = (await look.outside({ from: below, below, before: null }, fewRows + 1)).length;
      if (rows <= fewRows) return { type: "choice", choice: look.walk(rows) };
    }
    const needed = Math.ceil((asked * wanted * 1.2) / Math.max(page.length, 0.5));
    size = Math.min(Math.max(needed, asked * 2), asked * 8, most) - asked;
    if (isEnd || size <= 0) return null;
  }
}

function isNewestFirst(order: ListOrder, query: MemoListQuery): boolean {
  const [first] = order;
  return isWalkedInOrder(order, query) && first?.descending === true;
}

/** Row numbers that hits were asked of, and the last memo of a page; null: the list to its end. */
interface Asked {
  readonly from: number;
  readonly below: number;
  readonly before: Candidate | null;
}

interface Look {
  /** Whether the list begins later than its order: behind another page, or before a time. */
  readonly isBegun: boolean;
  /** About below which number the memos are that the list begins with. */
  firstBelow(): Promise<number>;
  /** Those of some memos that the list has, as far as a page reaches. */
  page(pks: readonly number[], wanted: number): Promise<readonly Candidate[]>;
  /** Up to `limit` memos that stand in the order up to a place, and that no hits were asked of. */
  outside(asked: Asked, limit: number): Promise<readonly number[]>;
  /** Whether a memo is older than any that the filter holds for. */
  isPast(pk: number): Promise<boolean>;
  /** Walks the memos and asks each. */
  walk(rows: number): DriverChoice;
}

/** What a list is looked for in; null where nothing can be in it. */
function lookInto(
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
): Look | null {
  const dialect = dialectOf(db);
  const driver = walkedBy(query, order, offers);
  const { reach } = query;
  const options = { disjoint: false, dialect };
  const sourcesBy = (by: ListDriver): readonly ListSource[] =>
    reach === undefined
      ? listSources(query, order, by, options)
      : reachSources({ ...query, reach }, order, by, dialect);
  // Where a time begins says less than where a page ends, and SQLite would walk from there.
  const sources = sourcesBy(driver.type === "tag" ? { ...driver, fromMs: null } : driver);
  const condition = planToSql(filter, dialect.filter, { alias: "m", usesTextIndex: false });
  if (sources.length === 0 || !condition.isExact) return null;
  const asks = [{ ...condition, sql: `(${condition.sql})` }];
  const { fromMs, toMs } = timeOf(offers);
  const row = candidateRow(order);

  /** The memos of a source that may be in the list, up to a place in its order. */
  const rowsOfSource = (source: ListSource, before: Candidate | null): SqlFragment => {
    const isOfTag = order.every(({ column }) => column === "created_ms" || column === "number");
    const rows = (isOfTag ? source.ofTag : undefined) ?? source;
    const placeOf = placeIn(source);
    const created = rows === source ? "m.created_ms" : "t.created_ms";
    const upTo = before === null ? null : afterSql(reversed(order, before), placeOf);
    const conditions = [
      rows.where,
      afterSql(order, placeOf),
      upTo,
      fromMs === null || before !== null ? null : sqlText(`${created} >= ?`, fromMs),
      toMs === null ? null : sqlText(`${created} <= ?`, toMs),
    ].filter((one) => one !== null);
    const where = joinSql(conditions, " AND ");
    return {
      ...where,
      sql: `SELECT ${numberIn(source)} AS pk FROM ${rows.from} WHERE ${where.sql}`,
    };
  };

  return {
    isBegun: query.after !== null || toMs !== null,
    async firstBelow() {
      let highest = 0;
      for (const source of sources) {
        const first = sourcePageSql(source, order, timed(source, toMs), {
          offset: 0,
          limit: lookedAhead,
        });
        for (const { pk } of await selectRows(db, steady(first, dialect), pkRow)) {
          highest = Math.max(highest, pk);
        }
      }
      return highest + 1;
    },
    async page(pks, wanted) {
      const source = pks.length === 0 ? undefined : amongRows(query, driver, pks, sourcesBy);
      if (source === undefined) return [];
      const sql = sourcePageSql(source, order, asks, { offset: 0, limit: wanted });
      return selectRows(db, steady(sql, dialect), row);
    },
    async outside({ from, below, before }, limit) {
      const found = new Set<number>();
      for (const source of sources) {
        const pk = numberIn(source);
        const rows = rowsOfSource(source, before);
        const isOutside = sqlText(`(+${pk} < ? OR +${pk} >= ?) LIMIT ?`, from, below, limit);
        const sql = joinSql([rows, isOutside], " AND ");
        for (const { pk } of await selectRows(db, steady(sql, dialect), pkRow)) found.add(pk);
        if (found.size >= limit) break;
      }
      return [...found];
    },
    async isPast(pk) {
      if (fromMs === null) return false;
      const sql = sqlText("SELECT created_ms FROM memo WHERE pk = ?", pk);
      const [memo] = await selectRows(db, sql, createdRow);
      return memo !== undefined && memo.created_ms < fromMs;
    },
    walk: (rows) => ({ driver, usesTextIndex: false, narrowedTo: null, rows }),
  };
}

/** What is walked to say that no memo was missed: as few memos as an index in this order has apart. */
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

/** Known rows, whether they may be read and have the tag that is walked. */
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

function timed(source: ListSource, toMs: number | null): readonly SqlFragment[] {
  const created = placeIn(source)("created_ms");
  return toMs === null ? [] : [sqlText(`${created} <= ?`, toMs)];
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

/** The same order backwards, from a memo on. */
function reversed(order: ListOrder, from: Candidate): ListOrder {
  return order.map((key) => ({
    ...key,
    descending: !key.descending,
    after: from[key.column === "number" ? "pk" : key.column] ?? null,
  }));
}
