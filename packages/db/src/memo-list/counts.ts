import type { DayCount, DaySpan, MemoCounts, TagCount } from "@tidemark/core";
import type { ReadAccess } from "@tidemark/core/model";
import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import { joinSql, selectRows, sqlText, type SqlFragment, sqlValues } from "../sql/sql-text.ts";
import { number, rowOf, text } from "../sql/row.ts";
import { isInSpaceSql, isPublicSql, isSharedSql } from "../sql/visibility.ts";

const tagCountRow = rowOf<TagCount>({ tag: text, count: number, lastUsedMs: number });
const tagRow = rowOf({ tag: text });
const dayCountRow = rowOf<DayCount>({ day: number, count: number });
const memoCountsRow = rowOf<MemoCounts>({
  normal: number,
  archived: number,
  trashed: number,
  pinned: number,
  openTasks: number,
  openTaskMemos: number,
});

/**
 * Returns the tags of the memos that the reader may list, most used first, then by name. `own` limits them to
 * the reader's own memos. Archived and trashed memos and comments do not count. Reads only tag rows.
 */
export async function countTags(
  db: Kysely<Tables>,
  access: ReadAccess,
  own: boolean,
): Promise<TagCount[]> {
  const sources: SqlFragment[] = [];
  const { user } = access;
  if (user !== null)
    sources.push(sqlText("memo_tag AS t WHERE t.creator = ? AND t.listed = 1", user));
  if (!own) {
    const others = user === null ? sqlText("1 = 1") : sqlText("t.creator <> ?", user);
    const audience = user === null ? ` AND ${isPublicSql("t")}` : "";
    const shared = sqlText(
      `memo_tag AS t INDEXED BY memo_tag_shared WHERE t.listed = 1 AND ${isSharedSql("t")}${audience}`,
    );
    if (access.hidesPublic !== true) sources.push(joinSql([shared, others], " AND "));
    if (access.spaces.length > 0) {
      const inSpaces = sqlText(
        `memo_tag AS t INDEXED BY memo_tag_space WHERE t.listed = 1 AND ${isInSpaceSql("t")} AND t.space IN `,
      );
      sources.push(joinSql([joinSql([inSpaces, sqlValues(access.spaces)], ""), others], " AND "));
    }
  }
  if (sources.length === 0) return [];
  const groups = sources.map((source) => ({
    ...source,
    sql: `SELECT tag, count(*) AS n, max(created_ms) AS last FROM ${source.sql} GROUP BY tag`,
  }));
  const merged = joinSql(groups, " UNION ALL ");
  return selectRows(
    db,
    {
      sql:
        `SELECT tag, sum(n) AS count, max(last) AS "lastUsedMs" FROM (${merged.sql}) AS merged ` +
        "GROUP BY tag ORDER BY count DESC, tag",
      parameters: merged.parameters,
    },
    tagCountRow,
  );
}

/** Returns counts for the heatmap, oldest day first. Reads one index and no memo. */
export function countDays(
  db: Kysely<Tables>,
  user: string,
  { fromMs, toMs, offsetMs }: DaySpan,
): Promise<DayCount[]> {
  // Shifted past the epoch first: SQLite's division truncates towards zero, which rounds older days up. The
  // driver binds numbers as REAL, and only integers divide to whole days.
  const day = `(created_ms + CAST(? AS INTEGER) + ${daysBefore * 86_400_000}) / 86400000 - ${daysBefore}`;
  return selectRows(
    db,
    sqlText(
      `SELECT ${day} AS day, count(*) AS count FROM memo INDEXED BY memo_own_created
        WHERE state = 0 AND parent IS NULL AND deleted = 0 AND creator = ?
          AND created_ms >= ? AND created_ms < ?
        GROUP BY day ORDER BY day`,
      offsetMs,
      user,
      fromMs,
      toMs,
    ),
    dayCountRow,
  );
}

/** Offset in days that makes every day since the year 1 positive. */
const daysBefore = 1_000_000;

const openTasksFrom = `memo INDEXED BY memo_own_open_tasks
  WHERE state = 0 AND parent IS NULL AND deleted = 0 AND has_incomplete_tasks = 1 AND creator = ?`;

/** Returns a user's memo counts; each reads one index and no memo. */
export async function countMemos(db: Kysely<Tables>, user: string): Promise<MemoCounts> {
  const listed = "state = 0 AND parent IS NULL AND deleted = 0";
  const count = (from: string): string => `(SELECT count(*) FROM memo INDEXED BY ${from})`;
  const [counts] = await selectRows(
    db,
    sqlText(
      `SELECT ${count(`memo_own_created WHERE ${listed} AND creator = ?`)} AS normal,
        ${count("memo_archived WHERE state = 1 AND parent IS NULL AND deleted = 0 AND creator = ?")} AS archived,
        ${count("memo_trash WHERE deleted = 1 AND creator = ? AND parent IS NULL")} AS trashed,
        ${count(`memo_own_pinned WHERE ${listed} AND creator = ? AND pinned = 1`)} AS pinned,
        (SELECT coalesce(sum(open_tasks), 0) FROM ${openTasksFrom}) AS "openTasks",
        (SELECT count(*) FROM ${openTasksFrom}) AS "openTaskMemos"`,
      user,
      user,
      user,
      user,
      user,
      user,
    ),
    memoCountsRow,
  );
  if (counts === undefined) throw new Error("a count gave no row");
  return counts;
}

/** Returns the tags after `afterTag`, in order, of a user's listed memos with open tasks. */
export async function listOpenTaskTags(
  db: Kysely<Tables>,
  user: string,
  afterTag: string,
  limit: number,
): Promise<string[]> {
  // Few memos have open tasks, so the join starts from them, not from the tags.
  const rows = await selectRows(
    db,
    sqlText(
      `SELECT DISTINCT t.tag AS tag FROM
        (SELECT pk FROM ${openTasksFrom}) AS m
        CROSS JOIN memo_tag AS t INDEXED BY memo_tag_by_memo ON t.memo_pk = m.pk
        WHERE t.tag > ? ORDER BY t.tag LIMIT ?`,
      user,
      afterTag,
      limit,
    ),
    tagRow,
  );
  return rows.map(({ tag }) => tag);
}
