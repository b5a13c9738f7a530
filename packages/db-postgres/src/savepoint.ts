import type { PostgresConnection } from "./connection/postgres-connection.ts";
import { sqlState } from "./connection/postgres-error.ts";

/** Transaction state of a write connection. */
export interface WriterParts {
  /** Called when the transaction has begun; no other process writes until it ends. */
  begun(): void;
  /** Sends the last statements of the transaction. */
  ending(): void;
  /** Called after the commit. */
  committed(): void;
  /** Called after the rollback. */
  undone(): void;
  /** Returns the number of open savepoints. */
  depth(): number;
  /** Called when a savepoint begins; savepoints nest. */
  mark(): void;
  /** Called when the newest savepoint is released. */
  release(): void;
  /** Called when the newest savepoint is rolled back. */
  undo(): void;
}

/**
 * Runs `work` in a savepoint of the open transaction on `writer`. If it rejects, only its own writes are
 * undone and the transaction continues, unless the connection is lost. Savepoints nest; they do not run side
 * by side. Rejects with its own errors converted by `named`.
 */
export async function inSavepoint<T>(
  writer: PostgresConnection & WriterParts,
  work: () => Promise<T>,
  named: (cause: unknown) => unknown = (cause) => cause,
): Promise<T> {
  // With the same name for all, a failed SAVEPOINT would make the rollback undo the enclosing one.
  const name = `nested_${writer.depth() + 1}`;
  const begun = writer.query(`SAVEPOINT ${name}`);
  // Statements within the savepoint report its error.
  begun.catch(() => undefined);
  writer.mark();
  try {
    const result = await work();
    writer.send(`RELEASE SAVEPOINT ${name}`);
    await writer.settle();
    writer.release();
    return result;
  } catch (error) {
    writer.undo();
    const cause = await causeOf(writer, error);
    await undoing(writer, [`ROLLBACK TO SAVEPOINT ${name}`, `RELEASE SAVEPOINT ${name}`], cause);
    // If it never began, an earlier unawaited statement has failed, which isn't this savepoint's error.
    const hasBegun = await begun.then(
      () => true,
      () => false,
    );
    throw hasBegun ? named(cause) : cause;
  }
}

/** SQLSTATE of a statement that was refused because an earlier unawaited one had failed. */
const abortedState = "25P02";

/** Returns the original error of a transaction: that of an earlier unawaited statement, if one failed. */
export async function causeOf(connection: PostgresConnection, error: unknown): Promise<unknown> {
  try {
    await connection.settle();
  } catch (sent) {
    if (sqlState(error) === abortedState) return sent;
  }
  return error;
}

/**
 * Runs the statements of a rollback. If they fail, the connection is lost and the database rolls back;
 * `cause` is still the error to report.
 */
export async function undoing(
  connection: PostgresConnection,
  statements: readonly string[],
  cause: unknown,
): Promise<void> {
  try {
    await Promise.all(statements.map((statement) => connection.query(statement)));
  } catch (error) {
    if (cause instanceof Error && cause.cause === undefined) cause.cause = error;
  }
}
