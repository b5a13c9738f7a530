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
 * Index or rows in which a list looks for its memos. The filter is evaluated on every row unless the driver
 * alone implies it. The choice therefore changes only the cost of a page, never its rows.
 */
export type ListDriver =
  /** The index in the requested order. */
  | { readonly type: "order" }
  /** The memos of one tag by creation time; the bounds are inclusive. */
  | {
      readonly type: "tag";
      readonly tag: string;
      readonly fromMs: number | null;
      readonly toMs: number | null;
    }
  /** The pinned memos by creation time. */
  | { readonly type: "pinned" }
  /** The memos visible to everyone, in the requested order. */
  | { readonly type: "shared" }
  /** The memos created in a short range of time, sorted afterwards. */
  | { readonly type: "time" }
  /** These rows, sorted afterwards. */
  | { readonly type: "rows"; readonly pks: readonly number[] };

export interface DriverChoice {
  readonly driver: ListDriver;
  /** True if the filter should query the text index: useless if this choice already did. */
  readonly usesTextIndex: boolean;
  /**
   * Rows that include every match but are too many to sort; an index scan skips all others unread. `null` if
   * unknown.
   */
  readonly narrowedTo: readonly number[] | null;
  /** Estimated maximum number of rows on which the filter is evaluated. */
  readonly rows: number;
  /** True if the driver alone implies the filter, so no row needs to be evaluated. */
  readonly isWholeFilter?: boolean;
  /** True if all rows of the driver or of `narrowedTo` contain the texts of the filter's text driver. */
  readonly haveTexts?: boolean;
}

/**
 * Maximum number of candidates to read and sort: about as expensive as an index scan that skips the others.
 */
export const maxSorted = 1000;

/**
 * Maximum number of candidates to look up first: above this, reading the texts during a scan costs less.
 */
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

/** Chooses a driver by querying the indexes. A query without a limit reads every row. */
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
  // Its index has comments only for their authors.
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

  // The other indexes contain only the memos of ordinary lists.
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
    // There may be many more shared memos than the reader's own, if only those are listed.
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

/** Returns a choice of known rows, to be evaluated and sorted. */
export function rowsChoice(pks: readonly number[], haveTexts = false): DriverChoice {
  const driver = { type: "rows", pks } as const;
  return { driver, usesTextIndex: false, narrowedTo: null, rows: pks.length, haveTexts };
}

/** Estimates the rows scanned until a page is full, for a text with at least `maxNarrowed` hits. */
function rowsUntilFull({ offset = 0, limit }: DriverQuery, all: number): number {
  if (limit === undefined) return all;
  return Math.min(all, Math.ceil((all / maxNarrowed) * (offset + limit)));
}

/** Returns rows that may contain the texts; null if there are too many or no index knows them. */
function findHits(
  db: Kysely<Tables>,
  { access, reach }: DriverQuery,
  { needles }: TextDriver,
): Promise<TextHits | null> {
  const readers = { user: access.user, all: reach !== undefined };
  return dialectOf(db).texts.findHits(db, needles, readers, maxNarrowed);
}

/** Returns rows with a tag or one under it that the reader may see, up to one more than `maxSorted`. */
async function findInBranch(
  db: Kysely<Tables>,
  { access: { user, spaces }, among }: Pick<DriverQuery, "access" | "among">,
  tag: string,
): Promise<readonly number[]> {
  const { steady } = dialectOf(db);
  const pks = new Set<number>();
  // `0` is the character after `/`.
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

/** Returns the tag of a filter on just one tag. Scanning it fills the page, so it needs no count. */
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

/** Returns null if no tag is worth scanning: in any order but creation, only a rare one is. */
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

/** Counts memos visible to everyone; stops above `maxSorted`. */
function countShared(db: Kysely<Tables>): Promise<number> {
  const listed = "state = 0 AND parent IS NULL AND deleted = 0";
  const from = "memo INDEXED BY memo_shared_created";
  return countUpTo(db, [sqlText(`SELECT 1 FROM ${from} WHERE ${listed} AND ${isSharedSql()}`)]);
}

/** Counts memos created in a range of time; stops above `maxSorted`. */
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

/** Counts the rows of all queries; each stops above `maxSorted`. */
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
