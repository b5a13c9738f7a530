import type { PostgresConnection } from "../connection/postgres-connection.ts";

/** Statements for the parts of a schema that are created after the rows, which is several times as fast. */
export interface LateSchema {
  readonly indexes: readonly string[];
  /** References to other tables, checked once for all rows. */
  readonly references: readonly string[];
}

/** Drops the indexes and references of a schema, except primary keys and unique constraints. */
export async function takeLateSchema(connection: PostgresConnection): Promise<LateSchema> {
  const { rows: references } = await connection.query(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS taken,
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS made
     FROM pg_constraint
     WHERE contype = 'f' AND conparentid = 0 AND connamespace = to_regnamespace(current_schema())
     ORDER BY conname`,
  );
  // An index over all partitions is created with the table.
  const { rows: indexes } = await connection.query(
    `SELECT format('DROP INDEX %s', x.indexrelid::regclass) AS taken, pg_get_indexdef(x.indexrelid) AS made
     FROM pg_index AS x JOIN pg_class AS i ON i.oid = x.indexrelid
     WHERE i.relnamespace = to_regnamespace(current_schema()) AND i.relkind = 'i' AND NOT i.relispartition
       AND NOT EXISTS (
         SELECT FROM pg_constraint AS c WHERE c.conindid = x.indexrelid AND c.contype IN ('p', 'u', 'x'))
     ORDER BY i.relname COLLATE "C"`,
  );
  const late = { indexes: statements(indexes), references: statements(references) };
  for (const { taken } of [...late.references, ...late.indexes]) await connection.query(taken);
  return {
    indexes: late.indexes.map(({ made }) => made),
    references: late.references.map(({ made }) => made),
  };
}

function statements(rows: readonly object[]): readonly { taken: string; made: string }[] {
  return rows as readonly { taken: string; made: string }[];
}
