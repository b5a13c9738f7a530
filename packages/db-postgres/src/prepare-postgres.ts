import { OpenDatabaseError } from "@tidemark/db";
import { type Migration, type OnMigrate, unusedDatabase } from "@tidemark/db/engine";
import { connectPostgres, openError } from "./connection/connect-postgres.ts";
import type { PostgresConfig } from "./connection/postgres-config.ts";
import {
  createPostgresConnection,
  type PostgresConnection,
} from "./connection/postgres-connection.ts";
import { migratePostgres, readSchemaVersion } from "./schema/migrate-postgres.ts";
import { relationsIn } from "./schema/relations.ts";
import { findUnfinishedMove } from "./schema/unfinished-move.ts";

/** Claims a database before its schema is created, or throws `OpenDatabaseError`. */
type ClaimDatabase = (connection: PostgresConnection, name: string) => Promise<void>;

interface PrepareOptions {
  /** Set for a move. Without it, a database with an unfinished move is refused. */
  readonly claim?: ClaimDatabase | undefined;
  /** True to refuse a database without a schema instead of creating one. */
  readonly mustExist?: boolean | undefined;
  readonly onMigrate?: OnMigrate | undefined;
}

/**
 * Checks the database at an address, migrates its schema, and returns the configuration to connect with.
 * Throws `OpenDatabaseError`, whose message has no password, also when `stopping` aborts.
 */
export async function preparePostgres(
  url: string,
  migrations: readonly Migration[],
  { stopping, ...options }: PrepareOptions & { readonly stopping?: AbortSignal } = {},
): Promise<PostgresConfig> {
  await using connected = await connectPostgres(url, stopping);
  const { client, config, name } = connected;
  try {
    await prepare(createPostgresConnection(client), name, migrations, options);
  } catch (error) {
    throw openError(name, error);
  }
  return config;
}

async function prepare(
  connection: PostgresConnection,
  name: string,
  migrations: readonly Migration[],
  { claim = refuseUnfinishedMove, mustExist = false, onMigrate }: PrepareOptions,
): Promise<void> {
  const { rows } = await connection.query(
    "SELECT current_setting('server_encoding') AS encoding, current_setting('server_version_num')::int AS version",
  );
  const [server] = rows as readonly { readonly encoding: string; readonly version: number }[];
  if (server?.encoding !== "UTF8") {
    throw unsuitable(name, `its encoding is ${server?.encoding}, and must be UTF8`);
  }
  if (server.version < leastServerVersion) {
    throw unsuitable(name, `PostgreSQL is older than ${leastServerVersion / 10_000}`);
  }
  await refuseFewConnections(connection, name);
  await claim(connection, name);
  if (mustExist && (await readSchemaVersion(connection)) === 0) throw unusedDatabase(name);
  if (claim === refuseUnfinishedMove) await refuseForeign(connection, name);
  const { least } = await migratePostgres(connection, migrations, {
    onMigrate,
    async inspect() {
      await refuseWithoutTrigrams(connection, name);
      // Refuses a move that has begun meanwhile.
      if (claim === refuseUnfinishedMove) await refuseUnfinishedMove(connection, name);
    },
  });
  if (least > migrations.length) {
    throw new OpenDatabaseError(
      "schema-too-new",
      name,
      `its schema needs version ${least}, this program knows up to ${migrations.length}`,
    );
  }
}

async function refuseUnfinishedMove(connection: PostgresConnection, name: string): Promise<void> {
  if ((await findUnfinishedMove(connection)) === null) return;
  throw unsuitable(name, "a move into it isn't finished; run it again, or drop the database");
}

/** Reads the version after the tables: another process may create all of them at once. */
async function refuseForeign(connection: PostgresConnection, name: string): Promise<void> {
  const [found] = await relationsIn(connection);
  if (found === undefined || (await readSchemaVersion(connection)) > 0) return;
  throw unsuitable(
    name,
    `belongs to another program: it has ${found.name}; give the server an empty database`,
  );
}

const leastServerVersion = 140_000;

/** Number of connections that a process uses at once without slow filters (docs/scaling.md). */
const leastConnections = 14;

/** Refuses a limit with which the process would start, but then fail concurrent requests. */
async function refuseFewConnections(connection: PostgresConnection, name: string): Promise<void> {
  const { rows } = await connection.query(
    `SELECT rolconnlimit AS role, datconnlimit AS database,
       CAST(current_setting('max_connections') AS int)
         - CAST(current_setting('superuser_reserved_connections') AS int) AS server
     FROM pg_roles, pg_database
     WHERE rolname = session_user AND NOT rolsuper AND datname = current_database()`,
  );
  const [limits] = rows as readonly Readonly<Record<"role" | "database" | "server", number>>[];
  for (const [of, limit] of Object.entries(limits ?? {})) {
    // A negative limit means unlimited.
    if (limit < 0 || limit >= leastConnections) continue;
    throw unsuitable(
      name,
      `the ${of} allows ${limit} connections at once, and a server needs ${leastConnections}`,
    );
  }
}

/** Tests trigrams directly: the name of a locale doesn't show which letters it knows. */
async function refuseWithoutTrigrams(connection: PostgresConnection, name: string): Promise<void> {
  const { rows } = await connection.query("SELECT show_trgm('東京') AS found");
  const [trigram] = rows as readonly { readonly found: readonly string[] }[];
  if (trigram === undefined || trigram.found.length === 0) {
    throw unsuitable(
      name,
      "its locale only knows English letters, so indexes can't find other words; create it with LC_CTYPE C.UTF-8",
    );
  }
}

function unsuitable(name: string, message: string): OpenDatabaseError {
  return new OpenDatabaseError("unsuitable", name, message);
}
