import type { Database } from "@tidemark/core";
import type { OpenServerDatabase } from "@tidemark/db";
import {
  type BeforeStatement,
  createCachedMemos,
  createEffectQueue,
  createReadStores,
  createWriteStores,
  type Migration,
  migrations as allMigrations,
  type OnMigrate,
  type AllReadStores,
  type AllWriteStores,
} from "@tidemark/db/engine";
import { createWriteGates } from "./write-gate.ts";
import { openQueryPool } from "./connection/query-pool.ts";
import { openPool } from "./connection/client-pool.ts";
import { openError } from "./connection/connect-postgres.ts";
import { answerMs, databaseInWords } from "./connection/postgres-config.ts";
import { namedUnstorable, namingPostgresFaults } from "./connection/postgres-error.ts";
import { whenAborted } from "./connection/when-aborted.ts";
import { withFreshPlans } from "./connection/stale-plan.ts";
import { openSharedLimits } from "./limits/shared-limits.ts";
import { createSlowLists, maxSlowLists, placeSlowLists } from "./lists/slow-lists.ts";
import { createPostgresTransactions } from "./postgres-transactions.ts";
import { createPostgresWriter, type PostgresWriter } from "./postgres-writer.ts";
import { preparePostgres } from "./prepare-postgres.ts";
import { inSavepoint } from "./savepoint.ts";
import { openPostgresSignals } from "./signals/postgres-signals.ts";
import { createSharedNumbers } from "./signals/shared-numbers.ts";

export interface OpenPostgresOptions {
  /** `postgres://user:password@host:port/database?sslmode=…`; the modes mean the same as in libpq. */
  readonly url: string;
  /** Migrations of the schema; all known ones by default. */
  readonly migrations?: readonly Migration[];
  /** True to refuse a database without a schema instead of creating one. */
  readonly mustExist?: boolean | undefined;
  readonly onMigrate?: OnMigrate | undefined;
  /** Called before each statement of a write. */
  readonly beforeStatement?: BeforeStatement;
  /** Called with errors of commit listeners and of lost connections. */
  readonly onListenerError?: (error: unknown) => void;
  /** Aborts the opening, which then rejects. */
  readonly stopping?: AbortSignal | undefined;
}

/**
 * Opens a server's database in PostgreSQL, and creates or migrates its schema as needed. Throws
 * `OpenDatabaseError`, whose message has no password.
 */
export async function openPostgres(options: OpenPostgresOptions): Promise<OpenServerDatabase> {
  const report = options.onListenerError ?? warnOfIt;
  const { mustExist, onMigrate, stopping } = options;
  const config = await preparePostgres(options.url, options.migrations ?? allMigrations, {
    mustExist,
    onMigrate,
    ...(stopping !== undefined && { stopping }),
  });

  const effects = createEffectQueue(report);
  const numbers = createSharedNumbers();
  const kept = createCachedMemos();
  const gates = createWriteGates();
  const transactions = createPostgresTransactions(config, {
    toWriter: (connection) => createPostgresWriter(connection, { effects, numbers }),
    beforeStatement: options.beforeStatement,
    onLost: report,
    // The database may have been restored while disconnected: its numbers then belong to other memos.
    onReader: () => kept.clear(),
    gates,
  });
  const slowPool = openPool({ ...config, max: maxSlowLists, query_timeout: answerMs }, report);
  const slow = createSlowLists(slowPool);
  const limits = openSharedLimits(config, report);
  const pools = [...transactions.pools, slowPool];
  const renew = (): void => {
    for (const pool of pools) pool.retire();
  };
  const database: Database<AllReadStores, AllWriteStores> = {
    read: (work) =>
      namingPostgresFaults(
        withFreshPlans(
          () =>
            transactions.read((connection, lease) => {
              const placing = placeSlowLists(connection, lease, slow);
              return work(createReadStores(connection.kysely, placing, kept));
            }),
          renew,
        ),
      ),
    write: (work) =>
      namingPostgresFaults(
        withFreshPlans(
          () => gates.passing(() => transactions.write((writer) => work(storesOf(writer)))),
          renew,
        ),
      ),
    onCommit: (listener) => effects.listen(listener),
  };

  const queryPool = openQueryPool(config, report, pools);
  const cut = (): void => {
    for (const pool of [...pools, queryPool.pool, limits]) pool.cut();
  };
  using _stopped = whenAborted(stopping, cut);
  await using opening = new AsyncDisposableStack();
  opening.defer(async () => {
    await Promise.all([...pools, queryPool.pool, limits].map((pool) => pool.close()));
  });
  const signals = await openPostgresSignals({
    stopping,
    config,
    effects,
    numbers,
    ask: queryPool.ask,
    report,
  }).catch((error: unknown) => {
    throw openError(databaseInWords(config), error);
  });
  signals.listen((heard) => {
    // A server that took over may have reused its numbers.
    if (heard.some(({ kind }) => kind === "everything-moved")) kept.clear();
  });

  opening.move();

  let closing: Promise<void> | undefined;
  const closeAll = async (): Promise<void> => {
    await transactions.drain();
    await signals.close();
    await Promise.all([slowPool.close(), queryPool.pool.close()]);
    await limits.close();
  };
  const closeOnce = (): Promise<void> => (closing ??= closeAll());
  return {
    database,
    signals,
    relay: signals.relay,
    limits,
    // PostgreSQL's vacuum does this.
    eraseInPlace: async () => {},
    giveBackMemory: async () => kept.clear(),
    shared: {
      onBegin: (listener) => gates.listen(listener),
      writeAlone: (work) =>
        namingPostgresFaults(
          withFreshPlans(
            () => transactions.writeAlone((writer, begun) => work(storesOf(writer), begun)),
            renew,
          ),
        ),
      clearCached: () => kept.clear(),
    },
    close: closeOnce,
    cut,
    [Symbol.asyncDispose]: closeOnce,
  };
}

function storesOf(writer: PostgresWriter): AllWriteStores {
  return {
    ...createWriteStores(writer),
    savepoint: (nested) => inSavepoint(writer, nested, namedUnstorable),
  };
}

function warnOfIt(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}
