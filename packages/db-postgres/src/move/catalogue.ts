import type { PostgresConnection } from "../connection/postgres-connection.ts";
import type { SqlConnection } from "@tidemark/db/engine";

/** A table as in its database's catalogue. */
export interface CatalogueTable {
  readonly name: string;
  readonly columns: readonly CatalogueColumn[];
}

export interface CatalogueColumn {
  readonly name: string;
  /** Type in the database's syntax, in lower case: `integer`, `bigint`. */
  readonly type: string;
  readonly isNullable: boolean;
  /** True if it is computed from other columns and not written. */
  readonly isGenerated: boolean;
  /** True if the database numbers it. */
  readonly isNumbered: boolean;
  /** Position in the primary key, from 1; `null` if it isn't part of it. */
  readonly keyPlace: number | null;
}

/** Returns the tables of a SQLite file by name, without those of its indexes and of SQLite itself. */
export function sqliteTables(connection: SqlConnection): CatalogueTable[] {
  return gather(
    connection.all<Found>(
      `SELECT t.name AS "tableName", c.name, lower(c.type) AS type,
         c."notnull" = 0 AND c.pk = 0 AS "isNullable", c.hidden IN (2, 3) AS "isGenerated",
         c.pk = 1 AND c.type = 'INTEGER' AND NOT t.wr AS "isNumbered", nullif(c.pk, 0) AS "keyPlace"
       FROM pragma_table_list AS t JOIN pragma_table_xinfo(t.name) AS c
       WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT GLOB 'sqlite_*'
       ORDER BY t.name, c.cid`,
    ),
  );
}

/** Returns the tables of the current schema by name, without partitions. */
export async function postgresTables(connection: PostgresConnection): Promise<CatalogueTable[]> {
  const { rows } = await connection.query(
    `SELECT t.relname AS "tableName", c.attname AS name, format_type(c.atttypid, c.atttypmod) AS type,
       NOT c.attnotnull AS "isNullable", c.attgenerated <> '' AS "isGenerated",
       c.attidentity <> '' AS "isNumbered",
       (SELECT CAST(k.place AS int) FROM unnest(key.indkey) WITH ORDINALITY AS k (number, place)
         WHERE k.number = c.attnum) AS "keyPlace"
     FROM pg_class AS t
       JOIN pg_attribute AS c ON c.attrelid = t.oid AND c.attnum > 0 AND NOT c.attisdropped
       LEFT JOIN pg_index AS key ON key.indrelid = t.oid AND key.indisprimary
     WHERE t.relnamespace = to_regnamespace(current_schema()) AND t.relkind IN ('r', 'p')
       AND NOT t.relispartition
     ORDER BY t.relname COLLATE "C", c.attnum`,
  );
  return gather(rows as readonly Found[]);
}

interface Found {
  readonly tableName: string;
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean | number;
  readonly isGenerated: boolean | number;
  readonly isNumbered: boolean | number;
  readonly keyPlace: number | null;
}

function gather(found: readonly Found[]): CatalogueTable[] {
  const tables = Map.groupBy(found, ({ tableName }) => tableName);
  return [...tables].map(([name, columns]) => ({
    name,
    columns: columns.map((column) => ({
      name: column.name,
      type: column.type,
      isNullable: Boolean(column.isNullable),
      isGenerated: Boolean(column.isGenerated),
      isNumbered: Boolean(column.isNumbered),
      keyPlace: column.keyPlace,
    })),
  }));
}
