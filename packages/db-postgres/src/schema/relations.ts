import type { PostgresConnection } from "../connection/postgres-connection.ts";

/** Returns the tables and views of the current schema, except those of extensions. */
export async function relationsIn(connection: PostgresConnection): Promise<readonly Relation[]> {
  const { rows } = await connection.query(
    `SELECT c.relname AS name, c.relkind IN ('v', 'm') AS "isView" FROM pg_class AS c
     WHERE c.relnamespace = to_regnamespace(current_schema())
       AND c.relkind IN ('r', 'p', 'f', 'v', 'm') AND NOT c.relispartition
       AND NOT EXISTS (SELECT FROM pg_depend AS d
         WHERE d.classid = CAST('pg_class' AS regclass) AND d.objid = c.oid AND d.deptype = 'e')
     ORDER BY c.relname`,
  );
  return rows as readonly Relation[];
}

export interface Relation {
  readonly name: string;
  readonly isView: boolean;
}

/** Returns whether there is a table `meta` with Tidemark's columns: another program may have one too. */
export async function hasMeta(connection: PostgresConnection): Promise<boolean> {
  const { rows } = await connection.query(
    `SELECT count(*) = 2 AS known FROM pg_attribute
     WHERE attrelid = to_regclass('meta') AND attname IN ('key', 'value')
       AND atttypid = CAST('text' AS regtype)`,
  );
  return (rows as readonly { readonly known: boolean }[])[0]?.known === true;
}
