import type { SqliteConnection } from "./sqlite-connection.ts";
import type { QueueWriter } from "./write-queue.ts";

/** Wraps the only connection that writes to a file. */
export function sqliteWriter(connection: SqliteConnection): QueueWriter<SqliteConnection> {
  return {
    // IMMEDIATE takes the write lock at once, so a transaction never fails half-way for lack of it.
    inTransaction: (work) => inTransaction(connection, "BEGIN IMMEDIATE", work),
    inSavepoint,
    isInTransaction: () => connection.isInTransaction(),
    outsideTransactions: (work) => work(connection),
  };
}

/** Runs read-only `work` in a transaction. Notifies no listeners when it ends. */
export async function inSnapshot<T>(
  connection: SqliteConnection,
  work: () => Promise<T>,
): Promise<T> {
  connection.run("BEGIN");
  try {
    const result = await work();
    connection.run("COMMIT");
    return result;
  } catch (error) {
    undo(connection, ["ROLLBACK"], error);
    throw error;
  }
}

/**
 * Runs `work` in a transaction, which is rolled back if `work` or the commit rejects. Listeners get its
 * effects after the commit, before it resolves.
 */
export async function inTransaction<T>(
  connection: SqliteConnection,
  begin: "BEGIN" | "BEGIN IMMEDIATE",
  work: (connection: SqliteConnection) => Promise<T>,
): Promise<T> {
  connection.run(begin);
  let result: T;
  try {
    result = await work(connection);
    connection.texts.flush();
    connection.run("COMMIT");
  } catch (error) {
    undo(connection, ["ROLLBACK"], error);
    connection.effects.drop();
    throw error;
  } finally {
    connection.texts.clear();
  }
  connection.effects.notify();
  return result;
}

/**
 * Runs `work` in a savepoint of the open transaction. If it rejects, only its own writes are undone and the
 * transaction continues. Savepoints nest; they do not run side by side.
 */
export async function inSavepoint<T>(
  connection: SqliteConnection,
  work: () => Promise<T>,
): Promise<T> {
  connection.run("SAVEPOINT nested");
  connection.texts.mark();
  connection.effects.mark();
  try {
    const result = await work();
    connection.run("RELEASE nested");
    connection.texts.release();
    connection.effects.release();
    return result;
  } catch (error) {
    undo(connection, ["ROLLBACK TO nested", "RELEASE nested"], error);
    connection.texts.undo();
    connection.effects.undo();
    throw error;
  }
}

/** SQLite has already rolled back after some errors (a full disk), so only the first error counts. */
function undo(connection: SqliteConnection, statements: readonly string[], cause: unknown): void {
  try {
    for (const statement of statements) connection.run(statement);
  } catch (error) {
    if (cause instanceof Error && cause.cause === undefined) cause.cause = error;
  }
}
