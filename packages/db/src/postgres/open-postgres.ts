import { type Database, type ServerDatabase, StorageError } from "@tidemark/core";
import { Client, type ClientConfig } from "pg";
import { createEffectQueue } from "../dialect/effect-queue.ts";
import type { BeforeStatement } from "../dialect/sqlite-connection.ts";
import { OpenDatabaseError } from "../dialect/open-error.ts";
import { migrations as allMigrations } from "../schema/migrations/index.ts";
import type { Migration } from "../schema/migration.ts";
import { createCachedMemos } from "../stores/shared/cached-memos.ts";
import {
  createReadStores,
  createWriteStores,
  type ReadStores,
  type WriteStores,
} from "../stores/stores.ts";
import { openPool } from "./connection/client-pool.ts";
import { createPostgresConnection } from "./connection/postgres-connection.ts";
import { faultOf, namingPostgresFaults, sqlState } from "./connection/postgres-error.ts";
import { databaseInWords, postgresConfig } from "./connection/postgres-config.ts";
import { createSlowLists, maxSlowLists, placeSlowLists } from "./lists/slow-lists.ts";
import { createPostgresTransactions } from "./postgres-transactions.ts";
import { createPostgresWriter } from "./postgres-writer.ts";
import { inSavepoint } from "./savepoint.ts";
import { migratePostgres } from "./schema/migrate-postgres.ts";

/** An open database of a server, as far as both kinds are alike. */
export interface OpenServerDatabase extends AsyncDisposable {
  readonly database: ServerDatabase;
  /** Drops what deleted rows left behind where the database itself does not. */
  eraseInPlace(): Promise<void>;
  /** Gives back memory that is held for speed alone. */
  giveBackMemory(): Promise<void>;
  /** Waits for running transactions, then closes. Calling it again does nothing. */
  close(): Promise<void>;
}

export interface OpenPostgresOptions {
  /** `postgres://user:password@host:port/database?sslmode=…`; the modes mean what libpq means by them. */
  readonly url: string;
  /** The schema to open with; every known step when absent. */
  readonly migrations?: readonly Migration[];
  /** Called before each statement of a write. */
  readonly beforeStatement?: BeforeStatement;
  /** Given what a listener of commits threw, and what was said of a connection that was lost. */
  readonly onListenerError?: (error: unknown) => void;
}

/**
 * Opens a server's database in PostgreSQL, making or migrating its schema as needed. Throws
 * `OpenDatabaseError`, whose message has no password.
 */
export async function openPostgres(options: OpenPostgresOptions): Promise<OpenServerDatabase> {
  const config = postgresConfig(options.url);
  const report = options.onListenerError ?? warnOfIt;
  await prepare(config, databaseInWords(config), options.migrations ?? allMigrations);

  const effects = createEffectQueue(report);
  const transactions = createPostgresTransactions(config, {
    toWriter: (connection) => createPostgresWriter(connection, effects),
    beforeStatement: options.beforeStatement,
    onLost: report,
  });
  const slowPool = openPool({ ...config, max: maxSlowLists }, report);
  const slow = createSlowLists(slowPool);
  const kept = createCachedMemos();
  const database: Database<ReadStores, WriteStores> = {
    read: (work) =>
      namingPostgresFaults(
        transactions.read((connection, lease) => {
          const placing = placeSlowLists(connection, lease, slow);
          return work(createReadStores(connection.kysely, placing, kept));
        }),
      ),
    write: (work) =>
      namingPostgresFaults(
        transactions.write((writer) =>
          work({
            ...createWriteStores(writer),
            savepoint: (nested) => inSavepoint(writer, nested),
          }),
        ),
      ),
    onCommit: (listener) => effects.listen(listener),
  };

  let closing: Promise<void> | undefined;
  const closeAll = async (): Promise<void> => {
    await transactions.drain();
    await slowPool.close();
  };
  const closeOnce = (): Promise<void> => (closing ??= closeAll());
  return {
    database,
    // PostgreSQL's vacuum does that.
    eraseInPlace: async () => {},
    giveBackMemory: async () => kept.clear(),
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  };
}

/** Looks whether the database is as it must be, and brings its schema up to date. */
async function prepare(
  config: ClientConfig,
  name: string,
  migrations: readonly Migration[],
): Promise<void> {
  const client = new Client(config);
  client.on("error", () => undefined);
  try {
    await client.connect();
    const connection = createPostgresConnection(client);
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
    const { least } = await migratePostgres(connection, migrations);
    if (least > migrations.length) {
      throw new OpenDatabaseError(
        "schema-too-new",
        name,
        `its schema needs version ${least}, this program knows up to ${migrations.length}`,
      );
    }
    const { rows: trigrams } = await connection.query("SELECT show_trgm('東京') AS found");
    const [trigram] = trigrams as readonly { readonly found: readonly string[] }[];
    if (trigram === undefined || trigram.found.length === 0) {
      throw unsuitable(
        name,
        "its locale knows no letters but those of English, so that no index finds other words: make it with LC_CTYPE C.UTF-8",
      );
    }
  } catch (error) {
    throw openError(name, error);
  } finally {
    await client.end();
  }
}

const leastServerVersion = 140_000;

function unsuitable(name: string, message: string): OpenDatabaseError {
  return new OpenDatabaseError("unsuitable", name, message);
}

function openError(name: string, error: unknown): unknown {
  if (error instanceof OpenDatabaseError) return error;
  const state = sqlState(error);
  if (state === "28P01" || state === "28000") {
    return new OpenDatabaseError("refused", name, "the name or the password is wrong");
  }
  if (state === "3D000") {
    return new OpenDatabaseError("unsuitable", name, "there is no such database: make it first");
  }
  if (state === "42501") {
    const message = `may not be changed by this user: ${messageOf(error)}`;
    return new OpenDatabaseError("unsuitable", name, message);
  }
  const fault = faultOf(error);
  if (fault === "unreachable" || fault === "busy") {
    return new OpenDatabaseError("unreachable", name, `does not answer: ${messageOf(error)}`);
  }
  return fault === null ? error : new StorageError(fault, error);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function warnOfIt(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}
