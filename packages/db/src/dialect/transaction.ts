import type { SqliteConnection } from "./sqlite-connection.ts";
import type { QueueWriter } from "./write-queue.ts";

/** The one connection to a file that writes. */
export function sqliteWriter(connection: SqliteConnection): QueueWriter<SqliteConnection> {
  return {
    // IMMEDIATE takes the write lock at once: a transaction never fails half-way for want of it.
    inTransaction: (work) => inTransaction(connection, "BEGIN IMMEDIATE", work),
    inSavepoint,
    isInTransaction: () => connection.isInTransaction(),
    outsideTransactions: (work) => work(connection),
  };
}

/** Runs `work`, which writes nothing, in a transaction of its own: nobody is told of its end. */
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
 * Runs `work` in a transaction of its own, which is undone when `work` or the commit rejects. Its
 * effects are told after the commit, before it resolves.
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
 * Runs `work` in a savepoint of the transaction that is open on `connection`: when it rejects, its
 * own writes are undone and the transaction goes on. Savepoints nest; they do not run side by side.
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

/** SQLite has already rolled back by itself after some errors (a full disk): the first one counts. */
function undo(connection: SqliteConnection, statements: readonly string[], cause: unknown): void {
  try {
    for (const statement of statements) connection.run(statement);
  } catch (error) {
    if (cause instanceof Error && cause.cause === undefined) cause.cause = error;
  }
}
