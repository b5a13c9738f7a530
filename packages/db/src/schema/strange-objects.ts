import type { SqlConnection } from "../sql/connection.ts";
import { schemaVersion } from "./migrate.ts";
import type { Migration } from "./migration.ts";

interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

/** Tables and indexes that SQLite creates. */
const internal = /^sqlite_(?:stat\d|sequence|autoindex_.+)$/;

/**
 * Returns the tables, indexes, views and triggers of a database that its schema version doesn't have. Check
 * untrusted files before anything reads or writes them: a trigger would run with every write. Returns null if
 * the version is newer than the migrations. `empty` is a database without a schema; it is migrated to that
 * version.
 */
export function findStrangeObjects(
  connection: SqlConnection,
  migrations: readonly Migration[],
  empty: SqlConnection,
): readonly string[] | null {
  const version = schemaVersion(connection);
  if (version > migrations.length) return null;
  for (const step of migrations.slice(0, version)) step.up(empty);
  const known = new Set(objectsOf(empty).map(keyOf));
  return objectsOf(connection)
    .filter((object) => !known.has(keyOf(object)) && !isInternal(object))
    .map(({ type, name }) => `${type} ${name}`);
}

function objectsOf(connection: Pick<SqlConnection, "all">): readonly SchemaObject[] {
  return connection.all<{ type: string; name: string; sql: string | null }>(
    "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name",
  );
}

/**
 * Identifies tables and indexes by name, since SQLite rewrites their SQL; views, triggers and virtual tables
 * by their SQL too.
 */
function keyOf({ type, name, sql }: SchemaObject): string {
  const isVirtual = /^\s*CREATE\s+VIRTUAL\b/i.test(sql ?? "");
  const isWhole = isVirtual || type === "view" || type === "trigger";
  return JSON.stringify([type, name, isWhole ? (sql ?? "").replaceAll(/\s+/g, " ") : isVirtual]);
}

function isInternal({ type, name }: SchemaObject): boolean {
  return (type === "table" || type === "index") && internal.test(name);
}
