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

/** The rows of a query; the caller vouches for `Row`. */
export async function selectRows<Row>(db: Kysely<Tables>, query: SqlFragment): Promise<Row[]> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(query.sql, [...query.parameters]));
  return rows as Row[];
}
