import { evaluatePlan, type FilterableMemo, type FilterPlan } from "@tidemark/core/filter";
import type { Kysely } from "kysely";
import { readStrings } from "../schema/own-rows.ts";
import type { Tables } from "../schema/tables.ts";
import { number, orNull, rowOf, text } from "../sql/row.ts";
import { dialectOf, selectRows, sqlText } from "../sql/sql-text.ts";
import { columnToVisibility } from "../sql/visibility.ts";
import type { AskRows } from "./evaluate-rows.ts";

interface AskedColumns {
  readonly pk: number;
  readonly creator: string;
  readonly created_ms: number;
  readonly updated_ms: number;
  readonly pinned: number;
  readonly visibility: number;
  readonly space: string | null;
  readonly tags: string;
  readonly has_task_list: number;
  readonly has_link: number;
  readonly has_code: number;
  readonly has_incomplete_tasks: number;
  readonly has_location: number;
  readonly content: string;
}

const askedRow = rowOf<AskedColumns>({
  pk: number,
  creator: text,
  created_ms: number,
  updated_ms: number,
  pinned: number,
  visibility: number,
  space: orNull(text),
  tags: text,
  has_task_list: number,
  has_link: number,
  has_code: number,
  has_incomplete_tasks: number,
  has_location: number,
  content: text,
});

/** Returns an `AskRows` that evaluates a filter on memos in memory. */
export function evaluateMemos<Row extends { readonly pk: number }>(
  db: Kysely<Tables>,
  plan: FilterPlan,
): AskRows<Row> {
  const holds = evaluatePlan(plan);
  const content = plan.fields.has("content") ? "m.content" : "'' AS content";
  const query = `SELECT m.pk, m.creator, m.created_ms, m.updated_ms, m.pinned, m.visibility, m.space,
      m.tags, m.has_task_list, m.has_link, m.has_code, m.has_incomplete_tasks, m.has_location, ${content}
    FROM ${dialectOf(db).eachNumber("a")} JOIN memo AS m ON m.pk = a.value`;
  return async (rows) => {
    const pks = JSON.stringify(rows.map(({ pk }) => pk));
    const asked = await selectRows(db, sqlText(query, pks), askedRow);
    const byPk = new Map(asked.map((row) => [row.pk, toFilterable(row)]));
    return rows.map(({ pk }) => () => {
      const memo = byPk.get(pk);
      return memo !== undefined && holds(memo);
    });
  };
}

function toFilterable(row: AskedColumns): FilterableMemo {
  return {
    content: row.content,
    creator: row.creator,
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
    pinned: row.pinned === 1,
    visibility: columnToVisibility(row.visibility),
    space: row.space,
    tags: readStrings(row.tags),
    hasTaskList: row.has_task_list === 1,
    hasLink: row.has_link === 1,
    hasCode: row.has_code === 1,
    hasIncompleteTasks: row.has_incomplete_tasks === 1,
    hasLocation: row.has_location === 1,
  };
}
