import { err, type Result } from "@tidemark/core";
import { deriveMemo } from "@tidemark/core/markdown";
import type { Kysely, Selectable } from "kysely";
import { countMemos } from "../memo-list/counts.ts";
import type { MemoTable } from "../schema/memo-tables.ts";
import { migrations } from "../schema/migrations/index.ts";
import type { Tables } from "../schema/tables.ts";
import type { SqlValue } from "../sql/connection.ts";
import { number, rowOf, text } from "../sql/row.ts";
import { runSql, selectRows, sqlText } from "../sql/sql-text.ts";
import { toFlag } from "../stores/shared/memo-columns.ts";
import { fromPart } from "../stores/shared/part-of-content.ts";

// Derived data of memos that both databases have: columns, tag rows, counts.

/** A stored value that differs from the one derived from the memos' contents. */
export interface DerivedDifference {
  /** Id of the memo. For rows without a memo, the row's number; for counts, the user. */
  readonly of: string;
  /** A column, `memo_tag`, a text index, `counts`, or `left over` for rows without a memo. */
  readonly what: string;
  readonly stored: string;
  readonly expected: string;
}

export interface DerivedTally {
  /** Number of memos and of users' counts without a difference. */
  readonly passed: number;
  readonly failed: number;
}

/** `schema`: the database isn't at the version that this program writes, so nothing was checked. */
export interface CheckDerivedError {
  readonly type: "schema";
  readonly message: string;
}

export type StoredMemo = Selectable<MemoTable>;
export type StoredRow = Readonly<Record<string, SqlValue>>;

/** Number of memos checked at a time. */
export const batchSize = 500;

export function otherSchema(name: string, version: number): Result<never, CheckDerivedError> {
  const message = `${name}: its schema is version ${version}, this program writes ${migrations.length}`;
  return err({ type: "schema", message });
}

/** Creates a tally. `count` reports the differences of one memo or user, and counts it once. */
export function createTally(report: (difference: DerivedDifference) => void): {
  readonly tally: DerivedTally;
  count(differences: readonly DerivedDifference[]): void;
} {
  const tally = { passed: 0, failed: 0 };
  return {
    tally,
    count: (differences) => {
      for (const difference of differences) report(difference);
      if (differences.length === 0) tally.passed += 1;
      else tally.failed += 1;
    },
  };
}

/** Returns the columns of a memo that are derived from its content, by name. */
function derivedColumns(content: string): StoredRow {
  const { property, snippet, tags } = deriveMemo(content);
  return {
    title: property.title,
    snippet,
    tags: JSON.stringify(tags),
    has_link: toFlag(property.hasLink),
    has_code: toFlag(property.hasCode),
    has_task_list: toFlag(property.hasTaskList),
    has_incomplete_tasks: toFlag(property.hasIncompleteTasks),
    open_tasks: property.openTasks,
  };
}

/** Returns the rows that `memo_tag` should have for a memo. */
function derivedTagRows(memo: StoredMemo): StoredRow[] {
  const isListed = memo.state === 0 && memo.parent === null && memo.deleted === 0;
  return deriveMemo(memo.content).tags.map((tag) => ({
    memo_pk: memo.pk,
    tag,
    creator: memo.creator,
    created_ms: memo.created_ms,
    visibility: memo.visibility,
    space: memo.space,
    listed: toFlag(isListed),
  }));
}

/** Columns of a tag row that `compareMemo` compares, in this order. */
export const tagColumns = "memo_pk, tag, creator, created_ms, visibility, space, listed";

/** Compares the columns and tag rows of a memo with its content. */
export function compareMemo(memo: StoredMemo, tagRows: readonly StoredRow[]): DerivedDifference[] {
  const differences: DerivedDifference[] = [];
  const compare = (what: string, stored: unknown, wanted: unknown): void => {
    const found = difference(memo.id, what, JSON.stringify(stored), JSON.stringify(wanted));
    if (found !== null) differences.push(found);
  };
  for (const [name, value] of Object.entries(derivedColumns(memo.content))) {
    const stored = memo[name as keyof StoredMemo];
    const isText = name === "title" || name === "snippet";
    compare(name, isText ? fromPart(String(stored), memo.content) : stored, value);
  }
  const byTag = (a: StoredRow, b: StoredRow): number =>
    String(a["tag"]) < String(b["tag"]) ? -1 : 1;
  compare("memo_tag", tagRows.toSorted(byTag), derivedTagRows(memo).toSorted(byTag));
  return differences;
}

/** Returns null if both are the same. */
export function difference(
  of: string,
  what: string,
  stored: string,
  expected: string,
): DerivedDifference | null {
  return stored === expected ? null : { of, what, stored, expected };
}

/** Rewrites the derived columns and the tag rows of a memo. */
export async function repairMemo(db: Kysely<Tables>, memo: StoredMemo): Promise<void> {
  const columns = Object.entries(derivedColumns(memo.content));
  const setting = columns.map(([name]) => `${name} = ?`).join(", ");
  const values = columns.map(([, value]) => value);
  await runSql(db, sqlText(`UPDATE memo SET ${setting} WHERE pk = ?`, ...values, memo.pk));
  await runSql(db, sqlText("DELETE FROM memo_tag WHERE memo_pk = ?", memo.pk));
  for (const row of derivedTagRows(memo)) {
    const names = Object.keys(row);
    const places = names.map(() => "?").join(", ");
    const inserting = `INSERT INTO memo_tag (${names.join(", ")}) VALUES (${places})`;
    await runSql(db, sqlText(inserting, ...Object.values(row)));
  }
}

const countedRow = rowOf({
  creator: text,
  normal: number,
  archived: number,
  trashed: number,
  pinned: number,
  openTasks: number,
  openTaskMemos: number,
});

/**
 * Compares each user's counts, which are read from partial indexes, with a full count of the memos. Returns
 * whether any was wrong.
 */
export async function compareCounts(
  db: Kysely<Tables>,
  count: (differences: readonly DerivedDifference[]) => void,
): Promise<boolean> {
  const listed = "state = 0 AND parent IS NULL AND deleted = 0";
  const how = (condition: string): string => `count(*) FILTER (WHERE ${condition})`;
  const counted = await selectRows(
    db,
    sqlText(
      `SELECT creator, ${how(listed)} AS normal,
        ${how("state = 1 AND parent IS NULL AND deleted = 0")} AS archived,
        ${how("deleted = 1 AND parent IS NULL")} AS trashed, ${how(`${listed} AND pinned = 1`)} AS pinned,
        sum(CASE WHEN ${listed} AND has_incomplete_tasks = 1 THEN open_tasks ELSE 0 END) AS "openTasks",
        ${how(`${listed} AND has_incomplete_tasks = 1`)} AS "openTaskMemos"
       FROM memo NOT INDEXED GROUP BY creator`,
    ),
    countedRow,
  );
  let isWrong = false;
  for (const { creator, ...expected } of counted) {
    const stored = JSON.stringify(await countMemos(db, creator));
    const found = difference(creator, "counts", stored, JSON.stringify(expected));
    if (found !== null) isWrong = true;
    count(found === null ? [] : [found]);
  }
  return isWrong;
}
