import type { TagBranch, TagNode, TagPlace } from "@tidemark/core";
import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import { joinSql, selectRows, sqlText, type SqlFragment } from "../sql/sql-text.ts";
import { number, rowOf, text } from "../sql/row.ts";

const nodeRow = rowOf<TagNode>({ tag: text, count: number, under: number, lastUsedMs: number });
const placeRow = rowOf<TagPlace>({ id: text, tag: text, createdMs: number, number: number });
const countRow = rowOf({ count: number });

/**
 * Returns a user's tags and the parents in their names, by name. Each has the number of listed memos with
 * exactly that tag, and with it or one under it, counted once. Reads the tags of one user and no memo.
 */
export function readTagTree(db: Kysely<Tables>, user: string): Promise<TagNode[]> {
  return selectRows(
    db,
    sqlText(
      `WITH RECURSIVE own (tag, count, last) AS MATERIALIZED (
         SELECT tag, count(*), max(created_ms) FROM memo_tag
         WHERE creator = ? AND listed = 1 GROUP BY tag
       ),
       above (branch, tag) AS (
         SELECT tag, tag FROM own
         UNION
         -- What stands before the last slash.
         SELECT rtrim(rtrim(branch, replace(branch, '/', '')), '/'), tag FROM above
         WHERE branch LIKE '%/%'
       ),
       branches (branch, tags, last) AS MATERIALIZED (
         SELECT above.branch, count(*), max(own.last) FROM above JOIN own USING (tag)
         GROUP BY above.branch
       )
       SELECT branch AS tag, coalesce(own.count, 0) AS count, branches.last AS "lastUsedMs",
         CASE WHEN tags = 1 AND own.count IS NOT NULL THEN own.count
           ELSE (
             SELECT count(DISTINCT t.memo_pk) FROM above JOIN memo_tag AS t
               ON t.creator = ? AND t.tag = above.tag AND t.listed = 1
             WHERE above.branch = branches.branch
           ) END AS under
       FROM branches LEFT JOIN own ON own.tag = branches.branch
       ORDER BY branch`,
      user,
      user,
    ),
    nodeRow,
  );
}

/**
 * Returns a user's memos outside the trash that have tags of a branch: by tag, oldest first, after `after`. A
 * memo with several tags is returned for each. Scans the index from there and reads no text.
 */
export async function readTagPlaces(
  db: Kysely<Tables>,
  branch: TagBranch,
  after: TagPlace | null,
  limit: number,
): Promise<TagPlace[]> {
  const places: TagPlace[] = [];
  for (const part of partsOf(branch)) {
    if (places.length >= limit) break;
    const from =
      after === null
        ? sqlText("1 = 1")
        : sqlText(
            "(t.tag, t.created_ms, t.memo_pk) > (?, ?, ?)",
            after.tag,
            after.createdMs,
            after.number,
          );
    const where = joinSql([part, from], " AND ");
    const found = await selectRows(
      db,
      {
        sql:
          'SELECT m.id, t.tag, t.created_ms AS "createdMs", t.memo_pk AS number ' +
          `FROM memo_tag AS t JOIN memo AS m ON m.pk = t.memo_pk WHERE ${where.sql} ` +
          "AND m.deleted = 0 ORDER BY t.tag, t.created_ms, t.memo_pk LIMIT ?",
        parameters: [...where.parameters, limit - places.length],
      },
      placeRow,
    );
    places.push(...found);
  }
  return places;
}

/** Counts a user's memos outside the trash that have a tag of a branch, each once. */
export async function countTagged(db: Kysely<Tables>, branch: TagBranch): Promise<number> {
  const where = joinSql(
    partsOf(branch).map((part) => ({ ...part, sql: `(${part.sql})` })),
    " OR ",
  );
  const [row] = await selectRows(
    db,
    {
      sql:
        "SELECT count(DISTINCT t.memo_pk) AS count FROM memo_tag AS t " +
        `JOIN memo AS m ON m.pk = t.memo_pk WHERE (${where.sql}) AND m.deleted = 0`,
      parameters: where.parameters,
    },
    countRow,
  );
  return row?.count ?? 0;
}

/**
 * Returns two conditions, in order: the tag itself, and the tags under it. Each is one range of the index.
 */
function partsOf({ user, tag, withUnder }: TagBranch): SqlFragment[] {
  const own = sqlText("t.creator = ? AND t.tag = ?", user, tag);
  if (!withUnder) return [own];
  // `0` is the character after `/`.
  return [own, sqlText("t.creator = ? AND t.tag > ? AND t.tag < ?", user, `${tag}/`, `${tag}0`)];
}
