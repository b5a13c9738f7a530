import type { Kysely } from "kysely";
import type { SqlValue } from "./connection.ts";

/** A database of any schema, for queries given as text. */
export type AnyDatabase = Pick<Kysely<unknown>, "executeQuery">;

/** A piece of SQL with the values of its placeholders, in order. */
export interface SqlFragment {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/** Builds SQL around other fragments: each `${…}` is a fragment, never a value. */
export function sqlAround(
  texts: TemplateStringsArray,
  ...parts: readonly SqlFragment[]
): SqlFragment {
  let sql = texts[0] ?? "";
  const parameters: SqlValue[] = [];
  for (const [at, part] of parts.entries()) {
    sql += part.sql + (texts[at + 1] ?? "");
    parameters.push(...part.parameters);
  }
  return { sql, parameters };
}
