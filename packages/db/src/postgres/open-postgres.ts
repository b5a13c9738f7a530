import type { Database, ServerDatabase, SharedLimits } from "@tidemark/core";
import { createEffectQueue } from "../dialect/effect-queue.ts";
import type { BeforeStatement } from "../dialect/sqlite-connection.ts";
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
import { namingPostgresFaults } from "./connection/postgres-error.ts";
import { openSharedLimits } from "./limits/shared-limits.ts";
import { createSlowLists, maxSlowLists, placeSlowLists } from "./lists/slow-lists.ts";
import { createPostgresTransactions } from "./postgres-transactions.ts";
import { createPostgresWriter } from "./postgres-writer.ts";
import { preparePostgres } from "./prepare-postgres.ts";
import { inSavepoint } from "./savepoint.ts";

/** An open database of a server, as far as both kinds are alike. */
export interface OpenServerDatabase extends AsyncDisposable {
  readonly database: ServerDatabase;
  /** Limits that hold for all processes together; absent where there is one process, which counts itself. */
  readonly limits?: SharedLimits;
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
  const report = options.onListenerError ?? warnOfIt;
  const config = await preparePostgres(options.url, options.migrations ?? allMigrations);

  const effects = createEffectQueue(report);
  const transactions = createPostgresTransactions(config, {
    toWriter: (connection) => createPostgresWriter(connection, effects),
    beforeStatement: options.beforeStatement,
    onLost: report,
  });
  const slowPool = openPool({ ...config, max: maxSlowLists }, report);
  const slow = createSlowLists(slowPool);
  const limits = openSharedLimits(config, report);
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
    await limits.close();
  };
  const closeOnce = (): Promise<void> => (closing ??= closeAll());
  return {
    database,
    limits,
    // PostgreSQL's vacuum does that.
    eraseInPlace: async () => {},
    giveBackMemory: async () => kept.clear(),
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  };
}

function warnOfIt(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}
