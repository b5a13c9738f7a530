import { defineMeta, metaForm } from "@tidemark/core";
import { asMigrated, type Migration, type OnMigrate } from "@tidemark/db/engine";
import type { PostgresConnection } from "../connection/postgres-connection.ts";
import { sqlState } from "../connection/postgres-error.ts";
import { lockMs } from "../connection/postgres-config.ts";
import { baseline, baselineVersion } from "./baseline.ts";
import { deriveEmphasisAnew, emphasisVersion } from "./derive-emphasis-anew.ts";
import { foldTextsAnew, lettersVersion } from "./fold-texts-anew.ts";
import { hasMeta } from "./relations.ts";

/** Version of the schema. */
const versionKey = defineMeta("db.schema_version", metaForm.number).name;
/** Minimum version of a program that may use the schema. */
const leastVersionKey = defineMeta("db.least_version", metaForm.number).name;

export interface SchemaVersions {
  readonly version: number;
  readonly least: number;
}

export interface MigratePostgresOptions {
  /** Checks the database before the commit; if it throws, everything is rolled back. */
  readonly inspect: () => Promise<void>;
  readonly onMigrate?: OnMigrate | undefined;
}

/** Maximum time that a process waits for another one's migration, in milliseconds. */
const migratesMs = 10 * 60_000;

/**
 * Migrates the schema to the newest version, in one transaction. Of several processes that start together,
 * one migrates and the others wait. A newer schema is left unchanged. Returns the resulting versions.
 */
export async function migratePostgres(
  connection: PostgresConnection,
  migrations: readonly Migration[],
  options: MigratePostgresOptions,
): Promise<SchemaVersions> {
  try {
    return await migrateOnce(connection, migrations, options);
  } catch (error) {
    // If two processes create the first table at once, one fails and then finds it.
    if (!isMadeMeanwhile(error)) throw error;
    return migrateOnce(connection, migrations, options);
  }
}

function isMadeMeanwhile(error: unknown): boolean {
  const state = sqlState(error);
  return state === "23505" || state === "42P07" || state === "42710";
}

async function migrateOnce(
  connection: PostgresConnection,
  migrations: readonly Migration[],
  { inspect, onMigrate }: MigratePostgresOptions,
): Promise<SchemaVersions> {
  await connection.query("BEGIN ISOLATION LEVEL READ COMMITTED");
  try {
    await connection.query(`SET LOCAL lock_timeout = ${migratesMs}`);
    await connection.query(
      `CREATE TABLE IF NOT EXISTS meta (
         key text COLLATE "C" NOT NULL PRIMARY KEY, value text COLLATE "C" NOT NULL
       )`,
    );
    await connection.query("INSERT INTO meta VALUES ($1, '0'), ($2, '0') ON CONFLICT DO NOTHING", [
      versionKey,
      leastVersionKey,
    ]);
    const from = await readVersion(connection, versionKey);
    // A statement that waits for a lock blocks everything that comes after it.
    await connection.query(`SET LOCAL lock_timeout = ${lockMs}`);
    if (from === 0) await connection.query(baseline);
    for (const step of migrations.slice(Math.max(from, baselineVersion))) {
      if (step.postgres === undefined) continue;
      const beganMs = performance.now();
      await connection.query(step.postgres);
      if (from > 0) onMigrate?.(asMigrated(step, beganMs));
    }
    const version = Math.max(from, migrations.length);
    // Their folding is in code that SQL doesn't have.
    if (from > 0 && from < lettersVersion && version >= lettersVersion) {
      await foldTextsAnew(connection);
    }
    if (from > 0 && from < emphasisVersion && version >= emphasisVersion) {
      await deriveEmphasisAnew(connection);
    }
    await connection.query("UPDATE meta SET value = $1 WHERE key = $2", [
      String(version),
      versionKey,
    ]);
    if (from === 0) {
      await connection.query("UPDATE meta SET value = $1 WHERE key = $2", [
        String(baselineVersion),
        leastVersionKey,
      ]);
    }
    const least = await readVersion(connection, leastVersionKey);
    await inspect();
    await connection.query("COMMIT");
    return { version, least };
  } catch (error) {
    // If the connection was lost, the database rolls back.
    await connection.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** Returns the version of the schema; 0 if there is none. */
export async function readSchemaVersion(connection: PostgresConnection): Promise<number> {
  if (!(await hasMeta(connection))) return 0;
  const { rows: versions } = await connection.query("SELECT value FROM meta WHERE key = $1", [
    versionKey,
  ]);
  return Number((versions as readonly { readonly value: string }[])[0]?.value ?? 0);
}

/** Locks the row, so other processes wait. */
async function readVersion(connection: PostgresConnection, key: string): Promise<number> {
  const { rows } = await connection.query("SELECT value FROM meta WHERE key = $1 FOR UPDATE", [
    key,
  ]);
  const [row] = rows as readonly { readonly value: string }[];
  return Number(row?.value ?? 0);
}
