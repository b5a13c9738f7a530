import { type MemoFigures, readOwnJson } from "@tidemark/core";
import type { Kysely } from "kysely";
import { readStrings } from "../schema/own-rows.ts";
import type { Tables } from "../schema/tables.ts";
import { number, rowOf, text, userReference } from "../sql/row.ts";
import { dialectOf, joinSql, selectRows, sqlText, type SqlFragment } from "../sql/sql-text.ts";
import { evaluateMemos } from "./evaluate-memos.ts";
import { evaluateAll } from "./evaluate-rows.ts";
import type { PreparedWhole } from "./list-rows.ts";

const pkRow = rowOf({ pk: number });
const tagRow = rowOf({ creator: userReference, tag: text, memos: number });
const creatorRow = rowOf({
  creator: userReference,
  memos: number,
  links: number,
  code: number,
  tasks: number,
  open_tasks: number,
  created: text,
  updated: text,
  pinned: text,
});

/**
 * Computes statistics by creator over all memos of a list, in the database: reading hundreds of thousands of
 * rows would block the main thread.
 */
export async function readFigures(
  db: Kysely<Tables>,
  prepared: PreparedWhole,
): Promise<MemoFigures[]> {
  if (prepared.sources.length === 0) return [];
  const dialect = dialectOf(db);
  const found = await foundSql(db, prepared);
  const counted = {
    ...found,
    sql: `SELECT creator, count(*) AS memos, sum(has_link) AS links, sum(has_code) AS code,
        sum(has_task_list) AS tasks, sum(has_incomplete_tasks) AS open_tasks,
        ${dialect.jsonArray("created_ms", { by: "created_ms DESC" })} AS created,
        ${dialect.jsonArray("updated_ms", { by: "updated_ms DESC" })} AS updated,
        ${dialect.jsonArray("id", { by: "created_ms DESC, id", where: "pinned = 1" })} AS pinned
      FROM (${found.sql}) AS found GROUP BY creator`,
  };
  const tagged = {
    ...found,
    sql: `SELECT creator, t.value AS tag, count(*) AS memos
      FROM (${found.sql}) AS found, ${dialect.eachTextOf("found.tags", "t")}
      GROUP BY creator, t.value ORDER BY creator, t.value`,
  };
  const creators = await selectRows(db, counted, creatorRow);
  const tags = Map.groupBy(await selectRows(db, tagged, tagRow), ({ creator }) => creator);
  return creators.map((row) => ({
    creator: row.creator,
    memos: row.memos,
    withLink: row.links,
    withCode: row.code,
    withTasks: row.tasks,
    withOpenTasks: row.open_tasks,
    createdMs: readTimes(row.created),
    updatedMs: readTimes(row.updated),
    pinned: readStrings(row.pinned),
    tags: (tags.get(row.creator) ?? []).map(({ tag, memos }) => [tag, memos] as const),
  }));
}

const columns =
  "m.id, m.creator, m.created_ms, m.updated_ms, m.pinned, m.has_link, m.has_code, m.has_task_list, m.has_incomplete_tasks, m.tags";

/** Returns a query for the memos. Candidates of an inexact filter are evaluated first. */
async function foundSql(
  db: Kysely<Tables>,
  { sources, asked }: PreparedWhole,
): Promise<SqlFragment> {
  const parts: SqlFragment[] = [];
  for (const { from, where } of sources) {
    if (asked === null) {
      parts.push({ ...where, sql: `SELECT ${columns} FROM ${from} WHERE ${where.sql}` });
      continue;
    }
    const candidates = { ...where, sql: `SELECT m.pk FROM ${from} WHERE ${where.sql}` };
    const hits = await evaluateAll(
      await selectRows(db, candidates, pkRow),
      evaluateMemos(db, asked),
    );
    const each = dialectOf(db).eachNumber("a");
    const pks = JSON.stringify(hits.map(({ pk }) => pk));
    parts.push(sqlText(`SELECT ${columns} FROM ${each} JOIN memo AS m ON m.pk = a.value`, pks));
  }
  return joinSql(parts, " UNION ALL ");
}

function readTimes(json: string): readonly number[] {
  return readOwnJson(json, isNumbers, "times of memos");
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((each) => typeof each === "number");
}
