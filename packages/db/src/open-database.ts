import type {
  Database,
  DeviceDatabase,
  Relay,
  ServerDatabase,
  Signals,
  StorageFault,
} from "@tidemark/core";
import { keepTextIndexesOf } from "./text-index/kept-indexes.ts";
import { tuneTextIndexes } from "./text-index/tune-text-indexes.ts";
import { eraseDeletedText, eraseInPlace } from "./dialect/erase-deleted-text.ts";
import type { DatabaseDriver } from "./dialect/driver.ts";
import { findDamage } from "./dialect/find-damage.ts";
import { createOneConnectionTransactions } from "./dialect/one-connection.ts";
import { OpenDatabaseError, unusedDatabase } from "./dialect/open-error.ts";
import { placeLists, placeListsHere } from "./dialect/place-lists.ts";
import {
  type BeforeStatement,
  boundPages,
  type DatabaseRole,
  prepareWriter,
  type SqliteConnection,
} from "./dialect/sqlite-connection.ts";
import { namingUnstorable } from "./dialect/naming-unstorable.ts";
import { sqliteErrorCode } from "./dialect/sqlite-error.ts";
import { namingFaults } from "./dialect/storage-fault.ts";
import { createSqliteTransactions, type ReadLease } from "./dialect/sqlite-database.ts";
import { inSavepoint } from "./dialect/transaction.ts";
import { localSignals } from "./local-signals.ts";
import type { ListPlacing } from "./memo-list/list-placing.ts";
import { findSchemaProblem, migrate, schemaVersion } from "./schema/migrate.ts";
import type { Migration, OnMigrate } from "./schema/migration.ts";
import { migrations as allMigrations } from "./schema/migrations/index.ts";
import { wipeDatabase } from "./wipe-database.ts";
import { createCachedMemos } from "./stores/shared/cached/cached-memos.ts";
import { createFoundBefore, type FoundBefore } from "./stores/shared/cached/found-before.ts";
import {
  createReadStores,
  createWriteStores,
  type AllReadStores,
  type AllWriteStores,
} from "./stores/stores.ts";
import { boundUnknownFields } from "./stores/shared/unknown-fields.ts";
import { defineMeta, metaForm } from "@tidemark/core";

/** Type of the database of each role, with the stores of its side only. */
export interface DatabaseByRole {
  readonly device: DeviceDatabase;
  readonly server: ServerDatabase;
}

export interface OpenDatabase<Side extends Database = Database> extends AsyncDisposable {
  readonly database: Side;
  /** Signals of commits; here only those of this process. */
  readonly signals: Signals;
  /** `null`: no other process has it open. */
  readonly relay: Relay | null;
  /** False if the last process that had it open didn't close it; on Node it was checked for damage then. */
  readonly wasClosedCleanly: boolean;
  /** Checks for damage. Returns one line per finding, none if it is sound. Reads the whole file. */
  quickCheck(): Promise<readonly string[]>;
  /** Copies the database as of now to `file`, which is replaced only once the copy is complete. */
  backupTo(file: string): Promise<void>;
  /**
   * Erases what deleted memos left in the text indexes, in pages and in the write-ahead log. Rewrites the
   * database, except in browsers: for evictions, not for every delete. Reads continue; writes wait for the last part. Rejects if
   * the disk or another reader prevents it; then call it again.
   */
  eraseDeletedText(): Promise<void>;
  /**
   * Erases what deleted rows left in the text indexes and in the write-ahead log, while reads and writes
   * continue. Deleted rows are overwritten at once, but copies left in other pages remain until those are
   * reused. Rejects if a reader prevents it.
   */
  eraseInPlace(): Promise<void>;
  /**
   * Deletes all data, including the database's own `meta`; the schema stays. The database's files and the
   * copies beside them then contain no remnant of it.
   */
  wipe(): Promise<void>;
  /** Starts a thread for slow lists in advance. */
  expectLists(): void;
  /**
   * Frees memory used only for speed: cached pages and memos, idle threads. For idle times; later reads fill
   * the caches again.
   */
  giveBackMemory(): Promise<void>;
  /** Waits for running transactions, then closes the file. Calling it again does nothing. */
  close(): Promise<void>;
}

export interface OpenDatabaseOptions<Role extends DatabaseRole = DatabaseRole> {
  readonly file: string;
  readonly driver: DatabaseDriver;
  readonly role: Role;
  /** Migrations of the schema; all known ones by default. */
  readonly migrations?: readonly Migration[];
  /** True to refuse an empty file instead of creating a schema. */
  readonly mustExist?: boolean | undefined;
  readonly onMigrate?: OnMigrate | undefined;
  /** Called before each statement of a write. */
  readonly beforeStatement?: BeforeStatement;
  /**
   * Called with errors that a commit listener threw; the write has succeeded. By default they become a
   * warning of the process.
   */
  readonly onListenerError?: (error: unknown) => void;
}

/**
 * Opens the database in `file`, and creates or migrates it as needed. Before a migration, a driver over files
 * copies one with data to `<file>.before-v<version>`. If the file wasn't closed, the driver first checks all
 * of it for damage. Throws `OpenDatabaseError`.
 */
export async function openDatabase<Role extends DatabaseRole>(
  options: OpenDatabaseOptions<Role>,
): Promise<OpenDatabase<DatabaseByRole[Role]>> {
  const { file, role, driver } = options;
  const { writer, wasClosedCleanly } = openWriter(options);
  // Only a server syncs each commit to disk.
  const queue = { writer, driver, sharesCommits: role === "server" };
  const transactions = driver.hasReaders
    ? createSqliteTransactions({
        ...queue,
        openReader: () => {
          const reader = driver.open({ file, readonly: true });
          boundPages(reader, role);
          return reader;
        },
      })
    : createOneConnectionTransactions(queue);
  const workers = driver.startListWorkers(file);
  // The cache needs a memo's `seq`, which a device gets from its server only after the change.
  const kept = role === "server" ? createCachedMemos() : null;

  const placing = (connection: SqliteConnection, lease: ReadLease): ListPlacing =>
    workers === null ? placeListsHere(connection) : placeLists(connection, lease, workers);
  type Reader = { readonly stores: AllReadStores; readonly before: FoundBefore | null };
  const readers = new WeakMap<SqliteConnection, Reader>();
  const openReader = (connection: SqliteConnection, lease: ReadLease): Reader => {
    // A connection that also writes can't detect its own commits.
    const before = driver.hasReaders ? createFoundBefore(connection) : null;
    const { kysely } = connection;
    const stores = createReadStores(kysely, placing(connection, lease), kept, before);
    const reader = { stores, before };
    readers.set(connection, reader);
    return reader;
  };
  /** Returns the stores of a connection, which are created once: that takes longer than a short read. */
  const readStoresOf = (connection: SqliteConnection, lease: ReadLease): AllReadStores => {
    const { stores, before } = readers.get(connection) ?? openReader(connection, lease);
    before?.beginRead();
    return stores;
  };
  let isDamaged = false;
  const onFault = (fault: StorageFault): void => {
    isDamaged ||= fault === "damaged";
  };
  const database: Database<AllReadStores, AllWriteStores> = {
    read: (work) =>
      namingFaults(
        transactions.read((connection, lease) => work(readStoresOf(connection, lease))),
        onFault,
      ),
    write: (work) =>
      namingFaults(
        transactions.write((connection) =>
          work({
            ...createWriteStores(connection),
            savepoint: (nested) => namingUnstorable(inSavepoint(connection, nested)),
          }),
        ),
        onFault,
      ),
    onCommit: (listener) => writer.effects.listen(listener),
  };

  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await Promise.all([transactions.drain(), workers?.close()]);
    try {
      // A damaged database stays marked as open, so the next start checks it.
      if (!isDamaged) markClosed(writer);
    } catch (error) {
      // If a full disk refuses the mark, no data is lost; the next start checks the file.
      if (sqliteErrorCode(error) === null) throw error;
    } finally {
      writer.close();
    }
  };
  const closeOnce = (): Promise<void> => (closing ??= close());

  return {
    database,
    signals: localSignals(database),
    relay: null,
    wasClosedCleanly,
    quickCheck: () => transactions.exclusive(async (connection) => findDamage(connection)),
    backupTo: (target) => transactions.exclusive((connection) => driver.copyTo(connection, target)),
    async wipe() {
      await transactions.exclusive(async (connection) => wipeDatabase(connection));
      driver.removeCopies(file);
      await eraseDeletedText(transactions, driver, file);
    },
    eraseDeletedText: () =>
      driver.rewritesToErase
        ? eraseDeletedText(transactions, driver, file)
        : eraseInPlace(transactions, driver),
    eraseInPlace: () => eraseInPlace(transactions, driver),
    expectLists: () => workers?.begin(),
    async giveBackMemory() {
      kept?.clear();
      await Promise.all([transactions.giveBackMemory(), workers?.endIdle()]);
    },
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  };
}

/** Key of `meta`: `clean` if the last process closed the database, `open` while one has it open. */
export const shutdownKey = defineMeta("db.shutdown", metaForm.oneOf(["open", "clean"])).name;

function openWriter({
  file,
  role,
  driver,
  migrations = allMigrations,
  mustExist = false,
  onMigrate,
  beforeStatement,
  onListenerError,
}: OpenDatabaseOptions): { readonly writer: SqliteConnection; readonly wasClosedCleanly: boolean } {
  let connection: SqliteConnection | undefined;
  try {
    connection = driver.open({ file, readonly: false, beforeStatement, onListenerError });
    const problem = findSchemaProblem(connection, migrations);
    if (problem?.type === "schema-too-new") {
      throw new OpenDatabaseError(
        "schema-too-new",
        file,
        `its schema is version ${problem.found}, this program knows up to ${problem.known}`,
      );
    }
    if (problem?.type === "foreign-database") {
      throw new OpenDatabaseError("not-a-database", file, "belongs to another program");
    }
    if (mustExist && schemaVersion(connection) === 0) throw unusedDatabase(file);
    const wasClosedCleanly = isClosedCleanly(connection);
    if (!wasClosedCleanly && driver.checksUnclean) {
      const [finding] = findDamage(connection);
      if (finding !== undefined) throw damaged(driver, file, finding);
    }
    prepareWriter(connection, role, driver.pagesPerCheckpoint);
    boundPages(connection, role);
    const opened = connection;
    const copyBefore = (version: number): void => driver.copyBefore(opened, file, version + 1);
    migrate(opened, migrations, copyBefore, onMigrate);
    keepTextIndexesOf(opened, role);
    tuneTextIndexes(opened);
    boundUnknownFields(opened);
    opened.run("INSERT OR REPLACE INTO meta (key, value) VALUES (?, 'open')", [shutdownKey]);
    return { writer: opened, wasClosedCleanly };
  } catch (error) {
    connection?.close();
    throw openError(driver, file, error);
  }
}

function openError(driver: DatabaseDriver, file: string, error: unknown): unknown {
  const code = sqliteErrorCode(error);
  if (code === "SQLITE_NOTADB") {
    return new OpenDatabaseError("not-a-database", file, "is no SQLite database", { cause: error });
  }
  if (code?.startsWith("SQLITE_CORRUPT") === true) {
    return damaged(driver, file, error instanceof Error ? error.message : String(error), error);
  }
  if (code !== null && /^SQLITE_(CANTOPEN|READONLY|PERM)/.test(code)) {
    return new OpenDatabaseError("unwritable", file, "cannot be written", { cause: error });
  }
  // The driver reports a missing folder by a TypeError without a code.
  if (error instanceof TypeError && error.message.includes("directory does not exist")) {
    return new OpenDatabaseError("unwritable", file, "its folder is missing", { cause: error });
  }
  return error;
}

function damaged(
  driver: DatabaseDriver,
  file: string,
  finding: string,
  cause?: unknown,
): OpenDatabaseError {
  const copy = driver.findNewestCopy(file);
  const advice = copy === null ? "no copy of it is known" : `the newest copy of it is ${copy}`;
  return new OpenDatabaseError("damaged", file, `is damaged (${finding}); ${advice}`, { cause });
}

/** Returns true if the last process closed the file, or if none ever opened it. */
function isClosedCleanly(connection: SqliteConnection): boolean {
  const tables = connection.all("SELECT 1 FROM sqlite_schema WHERE name = 'meta'");
  if (tables.length === 0) return true;
  const [row] = connection.all<{ value: string }>("SELECT value FROM meta WHERE key = ?", [
    shutdownKey,
  ]);
  return row === undefined || row.value === "clean";
}

/** Marks the database as closed, and moves the write-ahead log into it. */
function markClosed(connection: SqliteConnection): void {
  connection.run("INSERT OR REPLACE INTO meta (key, value) VALUES (?, 'clean')", [shutdownKey]);
  connection.all("PRAGMA wal_checkpoint(TRUNCATE)");
}
