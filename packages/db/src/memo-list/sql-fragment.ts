import { CompiledQuery, type Kysely } from "kysely";
import type { SqlValue } from "../dialect/connection.ts";
import type { Tables } from "../schema/tables.ts";

/** A piece of SQL with the values of its placeholders, in order. */
export interface SqlFragment {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

export function sqlText(sql: string, ...parameters: SqlValue[]): SqlFragment {
  return { sql, parameters };
}

export function joinSql(parts: readonly SqlFragment[], separator: string): SqlFragment {
  return {
    sql: parts.map((part) => part.sql).join(separator),
    parameters: parts.flatMap((part) => part.parameters),
  };
}

/** Placeholders for a list of values, in parentheses. */
export function sqlValues(values: readonly SqlValue[]): SqlFragment {
  return { sql: `(${values.map(() => "?").join(", ")})`, parameters: values };
}

type SelectAll = (sql: string, parameters: readonly SqlValue[]) => unknown[];

const selectAllOf = new WeakMap<Kysely<Tables>, SelectAll>();

/** Lets `selectRows` ask the connection under `db` itself: a third of the time of a short query. */
export function askDirectly(db: Kysely<Tables>, selectAll: SelectAll): void {
  selectAllOf.set(db, selectAll);
}

/** The rows of a query; the caller vouches for `Row`. */
export async function selectRows<Row>(db: Kysely<Tables>, query: SqlFragment): Promise<Row[]> {
  const selectAll = selectAllOf.get(db);
  if (selectAll !== undefined) return selectAll(query.sql, query.parameters) as Row[];
  const { rows } = await db.executeQuery(CompiledQuery.raw(query.sql, [...query.parameters]));
  return rows as Row[];
}
