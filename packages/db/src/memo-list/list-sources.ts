import type { MemoListQuery } from "@tidemark/core";
import type { ReadAccess } from "@tidemark/core/model";
import type { ListDriver } from "./list-driver.ts";
import type { ListOrder } from "./list-order.ts";
import type { SqlDialect } from "../sql/dialect.ts";
import { joinSql, sqlText, type SqlFragment, sqlValues } from "../sql/sql-text.ts";
import { isInSpaceSql, isPublicSql, isSharedSql } from "../sql/visibility.ts";

/** Rows of `memo AS m` that the reader may see, from one index. The list is the union of its sources. */
export interface ListSource {
  readonly from: string;
  readonly where: SqlFragment;
  /** Table to read the time and number for sorting from, so the scan returns them sorted. */
  readonly sortedFrom: "m" | "t";
  /** The same rows from `memo_tag AS t`, for lists that need no column of `memo`. */
  readonly ofTag?: Pick<ListSource, "from" | "where">;
}

type SourceQuery = Pick<MemoListQuery, "access" | "state" | "trash" | "parent" | "among">;
type TopSourceQuery = Omit<SourceQuery, "parent">;

/** Maximum number of spaces to read as separate sources; more are read as one and sorted. */
const maxSpaceSources = 20;

/**
 * Returns the sources of a list of memos that aren't comments. A reader's own shared memos are in two sources
 * unless `disjoint`: a page then costs one scan of each, and their union drops duplicates.
 */
export function listSources(
  query: TopSourceQuery,
  order: ListOrder,
  driver: ListDriver,
  options: { readonly disjoint: boolean; readonly dialect: SqlDialect },
): ListSource[] {
  const { state, trash, among } = query;
  const access = accessAmong(query);
  const top = sqlText("m.parent IS NULL");
  if (driver.type === "rows") return rowSources(query, driver.pks, options.dialect);
  if (among === "everybody") {
    const isShown = state === "NORMAL" && trash !== "only" && access.hidesPublic !== true;
    return isShown ? [shared(access, order, driver)] : [];
  }
  const sources: ListSource[] = [];
  // The shared memos include the reader's own shared ones.
  const isAmongShared =
    driver.type === "shared" &&
    !options.disjoint &&
    access.hidesPublic !== true &&
    state === "NORMAL";
  if (access.user !== null && trash !== "only" && !isAmongShared) {
    sources.push(state === "NORMAL" ? own(access.user, order, driver) : archived(access.user));
  }
  if (access.user !== null && trash !== "none") {
    const anyState = trash === "only" ? sqlText("1 = 1") : stateSql(state);
    sources.push({
      from: `memo AS m INDEXED BY ${order[0]?.column === "deleted_ms" ? "memo_trash_deleted" : "memo_trash"}`,
      where: all(sqlText("m.creator = ? AND m.deleted = 1", access.user), anyState, top),
      sortedFrom: "m",
    });
  }
  if (state !== "NORMAL" || trash === "only") return sources;
  const others = inSpaces(access.spaces, order, driver);
  if (access.hidesPublic !== true) others.unshift(shared(access, order, driver));
  const { user } = access;
  if (!options.disjoint || user === null) return [...sources, ...others];
  const notOwn = sqlText("m.creator <> ?", user);
  return [
    ...sources,
    ...others.map(({ from, where, sortedFrom }) => ({
      from,
      where: all(where, notOwn),
      sortedFrom,
    })),
  ];
}

/** Excludes other users' public memos if only the reader's and their spaces' memos are listed. */
export function accessAmong({
  access,
  among,
}: Pick<MemoListQuery, "access" | "among">): ReadAccess {
  return among === "own" ? { ...access, hidesPublic: true } : access;
}

/**
 * Returns the comments of a memo that the reader may see: their own, and others that are neither archived nor
 * deleted.
 */
export function commentSources(query: SourceQuery & { readonly parent: string }): ListSource[] {
  const readable = readableSql(query, (listed) => [listed]);
  if (readable === null) return [];
  return [
    {
      from: "memo AS m INDEXED BY memo_children",
      where: all(sqlText("m.parent = ?", query.parent), readable),
      sortedFrom: "m",
    },
  ];
}

/** Returns a source of a few known rows, each checked for read access. */
function rowSources(
  query: TopSourceQuery,
  pks: readonly number[],
  dialect: SqlDialect,
): ListSource[] {
  const readable = readableTopSql(query);
  if (pks.length === 0 || readable === null) return [];
  const rows = sqlText(dialect.isAmong("m.pk"), JSON.stringify(pks));
  const where = all(rows, readable);
  return [{ from: "memo AS m NOT INDEXED", where, sortedFrom: "m" }];
}

/** Returns the condition for the list's memos among any memos `m`; null if the list is empty. */
export function readableTopSql(query: TopSourceQuery): SqlFragment | null {
  const access = accessAmong(query);
  if (query.among === "everybody") {
    const { state, trash } = query;
    if (state !== "NORMAL" || trash === "only") return null;
    const [shown] = audiences({ ...access, spaces: [] }, sqlText(listedSql));
    return shown ?? null;
  }
  const readable = readableSql(query, (listed) => audiences(access, listed));
  return readable === null ? null : all(sqlText("m.parent IS NULL"), readable);
}

/**
 * Returns the condition for memos that the reader may see, ignoring parents: their own, and of others those
 * that `othersOf` selects from the memos neither archived nor deleted. Returns null if there are none.
 */
function readableSql(
  { access, state, trash }: TopSourceQuery,
  othersOf: (listed: SqlFragment) => readonly SqlFragment[],
): SqlFragment | null {
  const cases: SqlFragment[] = [];
  if (access.user !== null) {
    const ofUser = sqlText("m.creator = ?", access.user);
    if (trash === "only") cases.push(all(ofUser, sqlText("m.deleted = 1")));
    else if (trash === "own") cases.push(all(ofUser, stateSql(state)));
    else cases.push(all(ofUser, sqlText("m.deleted = 0"), stateSql(state)));
  }
  if (state === "NORMAL" && trash !== "only") {
    cases.push(...othersOf(sqlText("m.state = 0 AND m.deleted = 0")));
  }
  if (cases.length === 0) return null;
  const any = joinSql(
    cases.map((one) => ({ ...one, sql: `(${one.sql})` })),
    " OR ",
  );
  return { ...any, sql: `(${any.sql})` };
}

/** Returns the conditions for top-level memos that are shared with the reader. */
function audiences({ user, spaces, hidesPublic }: ReadAccess, listed: SqlFragment): SqlFragment[] {
  const everybody = sqlText(user === null ? isPublicSql("m") : isSharedSql("m"));
  const shown = hidesPublic === true ? [] : [all(listed, everybody)];
  if (spaces.length === 0) return shown;
  const inSpace = joinSql([sqlText(`${isInSpaceSql("m")} AND m.space IN`), sqlValues(spaces)], " ");
  return [...shown, all(listed, inSpace)];
}

// Repeats the conditions of the partial indexes word for word: SQLite uses them only then.
const listedSql = "m.state = 0 AND m.parent IS NULL AND m.deleted = 0";

function own(user: string, order: ListOrder, driver: ListDriver): ListSource {
  if (driver.type === "tag") {
    const tagged = sqlText("t.creator = ? AND t.tag = ? AND t.listed = 1", user, driver.tag);
    return taggedSource("memo_tag AS t", all(tagged, tagBounds(driver)));
  }
  if (driver.type === "shared") {
    const where = all(sqlText(`${listedSql} AND m.creator = ?`, user), sqlText(isSharedSql("m")));
    return { from: `memo AS m${indexedBy("memo_shared", order, driver)}`, where, sortedFrom: "m" };
  }
  return {
    from: `memo AS m${indexedBy("memo_own", order, driver)}`,
    where: all(sqlText(`${listedSql} AND m.creator = ?`, user), pinnedSql(driver)),
    sortedFrom: "m",
  };
}

/** Returns a source of a tag's listed rows; the condition on the memos is implied by `listed`. */
function taggedSource(from: string, where: SqlFragment): ListSource {
  return {
    from: `${from} CROSS JOIN memo AS m ON m.pk = t.memo_pk`,
    where: all(where, sqlText(listedSql)),
    sortedFrom: "t",
    ofTag: { from, where },
  };
}

function archived(user: string): ListSource {
  return {
    from: "memo AS m INDEXED BY memo_archived",
    where: sqlText("m.state = 1 AND m.parent IS NULL AND m.deleted = 0 AND m.creator = ?", user),
    sortedFrom: "m",
  };
}

function shared(access: ReadAccess, order: ListOrder, driver: ListDriver): ListSource {
  const audience = (alias: "m" | "t"): SqlFragment =>
    sqlText(
      access.user === null ? `${isSharedSql(alias)} AND ${isPublicSql(alias)}` : isSharedSql(alias),
    );
  if (driver.type === "tag") {
    const tagged = sqlText("t.tag = ? AND t.listed = 1", driver.tag);
    const where = all(tagged, audience("t"), tagBounds(driver));
    return taggedSource("memo_tag AS t INDEXED BY memo_tag_shared", where);
  }
  return {
    from: `memo AS m${indexedBy("memo_shared", order, driver)}`,
    where: all(sqlText(listedSql), audience("m"), pinnedSql(driver)),
    sortedFrom: "m",
  };
}

function inSpaces(spaces: readonly string[], order: ListOrder, driver: ListDriver): ListSource[] {
  const names = [...new Set(spaces)];
  if (names.length > maxSpaceSources) {
    return [
      {
        from: "memo AS m INDEXED BY memo_space_created",
        where: all(
          sqlText(`${listedSql} AND ${isInSpaceSql("m")}`),
          joinSql([sqlText("m.space IN"), sqlValues(names)], " "),
        ),
        sortedFrom: "m",
      },
    ];
  }
  return names.map((space) => {
    if (driver.type === "tag") {
      const tagged = sqlText("t.space = ? AND t.tag = ?", space, driver.tag);
      const listed = sqlText(`t.listed = 1 AND ${isInSpaceSql("t")}`);
      const where = all(tagged, listed, tagBounds(driver));
      return taggedSource("memo_tag AS t INDEXED BY memo_tag_space", where);
    }
    return {
      from: `memo AS m${indexedBy("memo_space", order, driver)}`,
      where: all(
        sqlText(`${listedSql} AND ${isInSpaceSql("m")} AND m.space = ?`, space),
        pinnedSql(driver),
      ),
      sortedFrom: "m",
    };
  });
}

/** Repeats the filter's condition in a form that lets SQLite use the index. */
function pinnedSql(driver: ListDriver): SqlFragment {
  return sqlText(driver.type === "pinned" ? "m.pinned = 1" : "1 = 1");
}

/** Narrows the scan to a tag's times; the exact conditions are on the memo. */
export function tagBounds({ fromMs, toMs }: Extract<ListDriver, { type: "tag" }>): SqlFragment {
  const bounds = [sqlText("1 = 1")];
  if (fromMs !== null) bounds.push(sqlText("t.created_ms >= ?", fromMs));
  if (toMs !== null) bounds.push(sqlText("t.created_ms <= ?", toMs));
  return all(...bounds);
}

/** Returns a function that maps a sort column to its expression in a source. */
export function placeIn({ sortedFrom }: ListSource): (column: string) => string {
  return (column) => {
    if (sortedFrom === "t" && column === "created_ms") return "t.created_ms";
    if (sortedFrom === "t" && column === "number") return "t.memo_pk";
    return `m.${column}`;
  };
}

/**
 * Names the index in the requested order. Without it, the planner prefers another index when a filter matches
 * one of its columns, and then sorts every row.
 */
function indexedBy(
  family: "memo_own" | "memo_shared" | "memo_space",
  order: ListOrder,
  driver: ListDriver,
): string {
  if (driver.type === "pinned") return ` INDEXED BY ${family}_pinned`;
  switch (driver.type === "time" ? "created_ms" : order[0]?.column) {
    case "created_ms":
      return ` INDEXED BY ${family}_created`;
    case "updated_ms":
      return ` INDEXED BY ${family}_updated`;
    case "pinned":
      return ` INDEXED BY ${family}_pinned`;
    default:
      // Only own memos have an index by id; memos of others are sorted.
      return ` INDEXED BY ${family === "memo_own" ? "memo_by_creator" : `${family}_created`}`;
  }
}

function stateSql(state: MemoListQuery["state"]): SqlFragment {
  return sqlText(state === "NORMAL" ? "m.state = 0" : "m.state = 1");
}

function all(...conditions: SqlFragment[]): SqlFragment {
  return joinSql(conditions, " AND ");
}
