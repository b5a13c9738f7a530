import type { MemoListQuery } from "@tidemark/core";
import type { Kysely } from "kysely";
import { type FilterDriver, filterDrivers } from "../filter/index.ts";
import type { Tables } from "../schema/tables.ts";
import type { ListOrder } from "./list-order.ts";
import { countMemosAtMost } from "../sql/count-memos.ts";
import { dialectOf, selectRows, sqlText, type SqlFragment } from "../sql/sql-text.ts";
import { number, rowOf } from "../sql/row.ts";
import type { TextHits } from "../sql/text-search.ts";
import { isInSpaceSql, isSharedSql } from "../sql/visibility.ts";

const pkRow = rowOf({ pk: number });
const countRow = rowOf({ count: number });

/**
 * What a list walks to find its rows. The filter is asked of every row all the same unless it says
 * just what is walked, so the choice changes what a page costs and never what it holds.
 */
export type ListDriver =
  /** The index in the order asked for. */
  | { readonly type: "order" }
  /** The memos of one tag by time of creation; the bounds are inclusive. */
  | {
      readonly type: "tag";
      readonly tag: string;
      readonly fromMs: number | null;
      readonly toMs: number | null;
    }
  /** The pinned memos by time of creation. */
  | { readonly type: "pinned" }
  /** The memos that are shown to everybody, in the order asked for. */
  | { readonly type: "shared" }
  /** The memos created in a short time, sorted afterwards. */
  | { readonly type: "time" }
  /** These rows, sorted afterwards. */
  | { readonly type: "rows"; readonly pks: readonly number[] };

export interface DriverChoice {
  readonly driver: ListDriver;
  /** Whether the filter should ask the text index: pointless where this choice has already. */
  readonly usesTextIndex: boolean;
  /** Rows that hold every match, too many to sort; a walk passes the others by unread. Null: unknown. */
  readonly narrowedTo: readonly number[] | null;
  /** About how many rows the filter is asked of, at most. */
  readonly rows: number;
  /** The filter asks for nothing but what is walked, so that no row need be asked. */
  readonly isWholeFilter?: boolean;
  /** All rows that are walked, or narrowed to, have the texts that the filter's text driver names. */
  readonly haveTexts?: boolean;
}

/** Up to here reading and sorting the candidates costs about as much as walking an index past others. */
export const maxSorted = 1000;

/** Up to here finding the candidates costs less than reading the texts that a walk meets without them. */
const maxNarrowed = 4000;

type TagDriver = Extract<FilterDriver, { kind: "tag" }>;
type BranchDriver = Extract<FilterDriver, { kind: "branch" }>;
type TextDriver = Extract<FilterDriver, { kind: "text" }>;
type TimeDriver = Extract<FilterDriver, { kind: "time" }>;

type DriverQuery = Pick<
  MemoListQuery,
  "access" | "state" | "trash" | "filter" | "reach" | "among"
> &
  Partial<Pick<MemoListQuery, "offset" | "limit">>;

/** Chooses by looking into the indexes; a query without a limit is one that visits every row. */
export async function chooseDriver(
  db: Kysely<Tables>,
  query: DriverQuery,
  order: ListOrder,
): Promise<DriverChoice> {
  const all = await countMemosAtMost(db);
  const inOrder = { type: "order" } as const;
  if (query.filter === null) {
    return { driver: inOrder, usesTextIndex: true, narrowedTo: null, rows: all };
  }
  const offers = filterDrivers(query.filter);
  const text = offers.find((offer): offer is TextDriver => offer.kind === "text");
  const found = text === undefined ? null : await findHits(db, query, text);
  const hits = found?.pks ?? null;
  const haveTexts = found?.areExact === true;
  if (hits !== null && hits.length <= maxSorted) return rowsChoice(hits, haveTexts);
  const branch = offers.find((offer): offer is BranchDriver => offer.kind === "branch");
  // Its index has comments for whoever wrote them alone.
  const inBranch =
    branch === undefined || query.reach !== undefined
      ? null
      : await findInBranch(db, query, branch.tag);
  if (inBranch !== null && inBranch.length <= maxSorted) {
    const driver = { type: "rows", pks: inBranch } as const;
    return { driver, usesTextIndex: true, narrowedTo: null, rows: inBranch.length };
  }
  const narrowedTo = hits;
  const walked = { usesTextIndex: text === undefined, narrowedTo, haveTexts };
  const rows = narrowedTo?.length ?? (text === undefined ? all : rowsUntilFull(query, all));

  // The other indexes hold the memos of an ordinary list only.
  if (query.state !== "NORMAL" || query.trash === "only" || query.reach === "comments") {
    return { driver: inOrder, ...walked, rows };
  }
  const isByCreation = order[0]?.column === "created_ms";
  const time = offers.find((offer): offer is TimeDriver => offer.kind === "time");
  const tags = offers.filter((offer): offer is TagDriver => offer.kind === "tag");
  const whole = isByCreation ? wholeTag(query, tags) : null;
  const rarest = whole ?? (await rarestTag(db, query.access.user, tags, { isByCreation, all }));
  if (rarest !== null) {
    const { fromMs = null, toMs = null } = time ?? {};
    const driver = { type: "tag", tag: rarest.tag, fromMs, toMs } as const;
    const isWholeFilter = whole?.isWholeFilter === true;
    return { driver, ...walked, rows: Math.min(rows, rarest.rows), isWholeFilter };
  }
  if (isByCreation && offers.some((offer) => offer.kind === "pinned")) {
    return { driver: { type: "pinned" }, ...walked, rows };
  }
  if (offers.some((offer) => offer.kind === "shared")) {
    const shared = await countShared(db);
    // Others' may be many more than one's own, where those alone are listed.
    const isOwnAlone = query.among === "own" || query.access.hidesPublic === true;
    const isFew = shared <= maxSorted;
    if (isFew || !isOwnAlone) {
      return { driver: { type: "shared" }, ...walked, rows: isFew ? shared : rows };
    }
  }
  if (time !== undefined) {
    const inTime = await countInTime(db, query.access.user, time);
    if (!isByCreation && inTime <= maxSorted) {
      return { driver: { type: "time" }, ...walked, rows: Math.min(rows, inTime) };
    }
    if (inTime <= maxSorted) return { driver: inOrder, ...walked, rows: Math.min(rows, inTime) };
  }
  return { driver: inOrder, ...walked, rows };
}

/** Known rows, to be asked and sorted. */
export function rowsChoice(pks: readonly number[], haveTexts = false): DriverChoice {
  const driver = { type: "rows", pks } as const;
  return { driver, usesTextIndex: false, narrowedTo: null, rows: pks.length, haveTexts };
}

/** About how many rows a walk visits until a page is full, of a text with at least `maxNarrowed` hits. */
function rowsUntilFull({ offset = 0, limit }: DriverQuery, all: number): number {
  if (limit === undefined) return all;
  return Math.min(all, Math.ceil((all / maxNarrowed) * (offset + limit)));
}

/** Rows that may hold the texts; null when they are too many, or no index tells. */
function findHits(
  db: Kysely<Tables>,
  { access, reach }: DriverQuery,
  { needles }: TextDriver,
): Promise<TextHits | null> {
  const readers = { user: access.user, all: reach !== undefined };
  return dialectOf(db).texts.findHits(db, needles, readers, maxNarrowed);
}

/** Rows with a tag or one under it that the reader may see, up to one more than is worth sorting. */
async function findInBranch(
  db: Kysely<Tables>,
  { access: { user, spaces }, among }: Pick<DriverQuery, "access" | "among">,
  tag: string,
): Promise<readonly number[]> {
  const { steady } = dialectOf(db);
  const pks = new Set<number>();
  // `0` is what comes after `/`.
  const parts = [sqlText("tag = ?", tag), sqlText("tag > ? AND tag < ?", `${tag}/`, `${tag}0`)];
  const shared = sqlText(
    `memo_tag INDEXED BY memo_tag_shared WHERE listed = 1 AND ${isSharedSql()}`,
  );
  const own = [
    ...(user === null ? [] : [sqlText("memo_tag WHERE creator = ?", user)]),
    ...spaces.map((space) =>
      sqlText(
        `memo_tag AS t INDEXED BY memo_tag_space WHERE listed = 1 AND ${isInSpaceSql("t")} AND space = ?`,
        space,
      ),
    ),
  ];
  const sources = [...(among === "own" ? [] : [shared]), ...(among === "everybody" ? [] : own)];
  for (const source of sources) {
    for (const part of parts) {
      const left = maxSorted + 1 - pks.size;
      if (left <= 0) return [...pks];
      const rows = await selectRows(
        db,
        {
          sql: steady(`SELECT DISTINCT memo_pk AS pk FROM ${source.sql} AND ${part.sql} LIMIT ?`),
          parameters: [...source.parameters, ...part.parameters, maxSorted + 1],
        },
        pkRow,
      );
      for (const { pk } of rows) pks.add(pk);
    }
  }
  return [...pks];
}

/** The tag of a filter that asks for nothing else: what is walked fills the page, and counts nothing. */
function wholeTag(
  { filter, trash, limit, offset = 0 }: DriverQuery,
  tags: readonly TagDriver[],
): { readonly tag: string; readonly rows: number; readonly isWholeFilter: boolean } | null {
  const [first] = tags;
  if (first === undefined || filter === null || limit === undefined || trash !== "none")
    return null;
  const { root } = filter;
  if (root.node !== "tag" || root.body.node !== "str") return null;
  return { tag: first.tag, rows: offset + limit, isWholeFilter: root.quantifier === "any" };
}

/** Null when no tag is worth walking: in another order than by creation, only a rare one is. */
async function rarestTag(
  db: Kysely<Tables>,
  user: string | null,
  tags: readonly TagDriver[],
  options: { readonly isByCreation: boolean; readonly all: number },
): Promise<{ readonly tag: string; readonly rows: number } | null> {
  let rarest: { readonly tag: string; readonly rows: number } | null = null;
  for (const { tag } of tags) {
    const counted = await countUpTo(db, [
      sqlText("SELECT 1 FROM memo_tag WHERE creator = ? AND tag = ?", user, tag),
      sqlText(
        `SELECT 1 FROM memo_tag INDEXED BY memo_tag_shared WHERE tag = ? AND listed = 1 AND ${isSharedSql()}`,
        tag,
      ),
    ]);
    const rows = counted <= maxSorted ? counted : options.all;
    if (rarest === null || rows < rarest.rows) rarest = { tag, rows };
  }
  return options.isByCreation || (rarest !== null && rarest.rows <= maxSorted) ? rarest : null;
}

/** Memos that are shown to everybody; above what is worth sorting, only that it is more. */
function countShared(db: Kysely<Tables>): Promise<number> {
  const listed = "state = 0 AND parent IS NULL AND deleted = 0";
  const from = "memo INDEXED BY memo_shared_created";
  return countUpTo(db, [sqlText(`SELECT 1 FROM ${from} WHERE ${listed} AND ${isSharedSql()}`)]);
}

/** Memos created in a time; above what is worth sorting, only that it is more. */
async function countInTime(
  db: Kysely<Tables>,
  user: string | null,
  time: TimeDriver,
): Promise<number> {
  const listed = "state = 0 AND parent IS NULL AND deleted = 0";
  const fromMs = time.fromMs ?? Number.MIN_SAFE_INTEGER;
  const toMs = time.toMs ?? Number.MAX_SAFE_INTEGER;
  return countUpTo(db, [
    sqlText(
      `SELECT 1 FROM memo INDEXED BY memo_own_created WHERE ${listed} AND creator = ? AND created_ms BETWEEN ? AND ?`,
      user,
      fromMs,
      toMs,
    ),
    sqlText(
      `SELECT 1 FROM memo INDEXED BY memo_shared_created WHERE ${listed} AND ${isSharedSql()} AND created_ms BETWEEN ? AND ?`,
      fromMs,
      toMs,
    ),
  ]);
}

/** The number of rows of all the queries; stops counting soon after it passes what is worth sorting. */
async function countUpTo(db: Kysely<Tables>, queries: readonly SqlFragment[]): Promise<number> {
  const { steady } = dialectOf(db);
  let total = 0;
  for (const query of queries) {
    const [row] = await selectRows(
      db,
      {
        sql: steady(`SELECT count(*) AS count FROM (${query.sql} LIMIT ?) AS counted`),
        parameters: [...query.parameters, maxSorted + 1],
      },
      countRow,
    );
    total += row?.count ?? 0;
  }
  return total;
}
