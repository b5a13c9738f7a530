import type { ListExplanation, MemoListQuery } from "@tidemark/core";
import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import type { DriverChoice } from "./list-driver.ts";
import { prepareList } from "./list-rows.ts";
import { dialectOf, selectRows, type SqlFragment } from "../sql/sql-text.ts";
import { number, rowOf, text } from "../sql/row.ts";

const planStepRow = rowOf<PlanStep>({ id: number, parent: number, detail: text });
/** PostgreSQL indents the lines already. */
const planLineRow = rowOf({ "QUERY PLAN": text });

/** Explains how a page of memos would be found, without reading any memo. */
export async function explainList(
  db: Kysely<Tables>,
  query: MemoListQuery,
): Promise<ListExplanation> {
  const prepared = await prepareList(db, query);
  return {
    driver: driverInWords(prepared.choice),
    usesTextIndex: asksTextIndex(prepared.choice, prepared.query, dialectOf(db).texts.asksIndex),
    place: prepared.place,
    rows: prepared.choice?.rows ?? null,
    sql: prepared.query?.sql ?? null,
    plan: prepared.query === null ? [] : await queryPlan(db, prepared.query),
  };
}

function driverInWords(choice: DriverChoice | null): string {
  const driver = choice?.driver;
  switch (driver?.type) {
    case undefined:
      return "comments";
    case "tag":
      return `tag ${driver.tag}`;
    case "rows":
      return `text, ${driver.pks.length} rows`;
    case "time":
    case "pinned":
    case "shared":
      return driver.type;
    case "order": {
      const hits = choice?.narrowedTo;
      return hits ? `order, past all but ${hits.length} rows` : "order";
    }
  }
}

function asksTextIndex(
  choice: DriverChoice | null,
  query: SqlFragment | null,
  isIndexAsked: (query: SqlFragment) => boolean,
): boolean {
  if (choice?.driver.type === "rows" || choice?.narrowedTo) return true;
  return query !== null && isIndexAsked(query);
}

interface PlanStep {
  readonly id: number;
  readonly parent: number;
  readonly detail: string;
}

/** Returns one line per step, indented two spaces more than its parent step. */
async function queryPlan(db: Kysely<Tables>, query: SqlFragment): Promise<string[]> {
  const { name, explain } = dialectOf(db);
  const explained = { ...query, sql: `${explain} ${query.sql}` };
  if (name === "postgres") {
    const lines = await selectRows(db, explained, planLineRow);
    return lines.map((line) => line["QUERY PLAN"]);
  }
  const steps = await selectRows(db, explained, planStepRow);
  const depths = new Map<number, number>();
  return steps.map(({ id, parent, detail }) => {
    const depth = (depths.get(parent) ?? -1) + 1;
    depths.set(id, depth);
    return `${"  ".repeat(depth)}${detail}`;
  });
}
