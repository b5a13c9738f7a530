import type { MemoListQuery } from "@tidemark/core";
import type { SqlDialect } from "../sql/dialect.ts";
import { joinSql, sqlText, type SqlFragment } from "../sql/sql-text.ts";
import type { ListDriver } from "./list-driver.ts";
import type { ListOrder } from "./list-order.ts";
import { listSources, type ListSource, readableTopSql, tagBounds } from "./list-sources.ts";

type ReachQuery = Pick<MemoListQuery, "access" | "parent"> & {
  readonly reach: NonNullable<MemoListQuery["reach"]>;
};

/**
 * Returns the sources of a list of more than one kind of memo. A memo may be in several of them; the union
 * drops duplicates. The caller must check read access to the ancestors of a comment's parent.
 */
export function reachSources(
  query: ReachQuery,
  order: ListOrder,
  driver: ListDriver,
  dialect: SqlDialect,
): ListSource[] {
  const { access, reach } = query;
  if (driver.type === "rows") return rowSources(query, driver.pks, dialect);
  const comments: ListSource = {
    from: "memo AS m INDEXED BY memo_comments",
    where: all(sqlText("m.parent IS NOT NULL AND m.state = 0 AND m.deleted = 0"), liveParent),
    sortedFrom: "m",
  };
  if (reach === "comments") return [comments];
  const listed = { access, trash: "none" } as const;
  const options = { disjoint: false, dialect };
  const normal = listSources({ ...listed, state: "NORMAL" }, order, driver, options);
  const archived = listSources({ ...listed, state: "ARCHIVED" }, order, driver, options);
  if (driver.type !== "tag" || access.user === null) return [...normal, ...archived, comments];
  // The rows of a tag include all memos of the reader, in any state.
  const own: ListSource = {
    from: "memo_tag AS t CROSS JOIN memo AS m ON m.pk = t.memo_pk",
    where: all(
      sqlText("t.creator = ? AND t.tag = ?", access.user, driver.tag),
      tagBounds(driver),
      sqlText("m.deleted = 0 AND (m.parent IS NULL OR m.state = 0)"),
      sqlText(`(m.parent IS NULL OR ${liveParent.sql})`),
    ),
    sortedFrom: "t",
  };
  const [, ...shared] = normal;
  return [own, ...shared, comments];
}

/** Returns a source of a few known rows, each checked for read access. */
function rowSources(
  { access, reach }: ReachQuery,
  pks: readonly number[],
  dialect: SqlDialect,
): ListSource[] {
  if (pks.length === 0) return [];
  const cases: SqlFragment[] = [
    all(sqlText("m.parent IS NOT NULL AND m.state = 0 AND m.deleted = 0"), liveParent),
  ];
  if (reach === "everything") {
    for (const state of ["NORMAL", "ARCHIVED"] as const) {
      const top = readableTopSql({ access, state, trash: "none" });
      if (top !== null) cases.push(top);
    }
  }
  const any = joinSql(
    cases.map((one) => ({ ...one, sql: `(${one.sql})` })),
    " OR ",
  );
  const rows = sqlText(dialect.isAmong("m.pk"), JSON.stringify(pks));
  const where = all(rows, { ...any, sql: `(${any.sql})` });
  return [{ from: "memo AS m NOT INDEXED", where, sortedFrom: "m" }];
}

/** Excludes comments whose parent is deleted. */
const liveParent = sqlText(
  "EXISTS (SELECT 1 FROM memo AS above WHERE above.id = m.parent AND above.deleted = 0)",
);

function all(...parts: readonly SqlFragment[]): SqlFragment {
  return joinSql(parts, " AND ");
}
