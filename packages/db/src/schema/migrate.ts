import type { SqlConnection } from "../sql/connection.ts";
import type { MigratedStep, Migration, OnMigrate } from "./migration.ts";

/** "Tide": marks a SQLite file as a database of this program. */
const applicationId = 0x54696465;

export type SchemaProblem =
  | { readonly type: "schema-too-new"; readonly found: number; readonly known: number }
  | { readonly type: "foreign-database" };

/** Returns the schema version of a database; 0 for an empty file. */
export function schemaVersion(connection: SqlConnection): number {
  return pragma(connection, "user_version");
}

/** Returns the reason why the file must not be opened, or null. */
export function findSchemaProblem(
  connection: SqlConnection,
  migrations: readonly Migration[],
): SchemaProblem | null {
  const version = schemaVersion(connection);
  if (isEmpty(connection) && version === 0) return null;
  if (pragma(connection, "application_id") !== applicationId) return { type: "foreign-database" };
  const known = migrations.length;
  return version > known ? { type: "schema-too-new", found: version, known } : null;
}

/**
 * Migrates the schema to the newest version, one transaction per step: a failing step leaves the file at the
 * version before it. If there is data, `backup` is called once before the first step, and `onMigrate` after
 * each step. Call only after `findSchemaProblem` has returned null.
 */
export function migrate(
  connection: SqlConnection,
  migrations: readonly Migration[],
  backup: (fromVersion: number) => void,
  onMigrate?: OnMigrate,
): void {
  const from = schemaVersion(connection);
  const steps = migrations.slice(from);
  if (steps.length === 0) return;
  if (from > 0) backup(from);
  for (const step of steps) {
    const beganMs = performance.now();
    connection.exec("BEGIN IMMEDIATE");
    try {
      step.up(connection);
      connection.exec(`PRAGMA application_id = ${applicationId}`);
      connection.exec(`PRAGMA user_version = ${step.version}`);
      connection.exec("COMMIT");
    } catch (error) {
      connection.exec("ROLLBACK");
      throw error;
    }
    if (from > 0) onMigrate?.(asMigrated(step, beganMs));
  }
}

/** Returns the result of a step that began at `beganMs` of `performance.now()` and ends now. */
export function asMigrated({ version, name }: Migration, beganMs: number): MigratedStep {
  return { version, name, ms: Math.round(performance.now() - beganMs) };
}

function isEmpty(connection: SqlConnection): boolean {
  return connection.all("SELECT 1 FROM sqlite_schema LIMIT 1").length === 0;
}

function pragma(connection: SqlConnection, name: "user_version" | "application_id"): number {
  const [row] = connection.all<Record<string, number>>(`PRAGMA ${name}`);
  return row?.[name] ?? 0;
}
