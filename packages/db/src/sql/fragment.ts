import type { Kysely } from "kysely";
import type { SqlValue } from "./connection.ts";

/** A database whose tables do not matter, since its queries are text. */
export type AnyDatabase = Pick<Kysely<unknown>, "executeQuery">;

/** A piece of SQL with the values of its placeholders, in order. */
export interface SqlFragment {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/** A piece of SQL around others: what stands in `${…}` are pieces, never values. */
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
