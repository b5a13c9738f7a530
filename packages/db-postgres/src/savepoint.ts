import type { PostgresConnection } from "./connection/postgres-connection.ts";
import { sqlState } from "./connection/postgres-error.ts";

/** What a connection that writes has beside the connection. */
export interface WriterParts {
  /** The transaction is begun, and no other process writes until it ends. */
  begun(): void;
  /** Sends what belongs to the end of the transaction. */
  ending(): void;
  /** The transaction is committed. */
  committed(): void;
  /** It is undone. */
  undone(): void;
  /** How many savepoints are open. */
  depth(): number;
  /** A savepoint begins; savepoints nest. */
  mark(): void;
  /** The newest savepoint has become part of what is around it. */
  release(): void;
  /** The newest savepoint was undone. */
  undo(): void;
}

/**
 * Runs `work` in a savepoint of the transaction that is open on `writer`: when it rejects, its own writes
 * are undone and the transaction goes on, where the connection does. Savepoints nest; they do not run
 * side by side. Rejects with what `named` makes of an error of its own.
 */
export async function inSavepoint<T>(
  writer: PostgresConnection & WriterParts,
  work: () => Promise<T>,
  named: (cause: unknown) => unknown = (cause) => cause,
): Promise<T> {
  // By one name for all, what could not be begun would be undone in place of what is around it.
  const name = `nested_${writer.depth() + 1}`;
  const begun = writer.query(`SAVEPOINT ${name}`);
  // An error of its own is met by whatever is asked within it.
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
    // Where it never began, a statement before it had failed unseen: that is not its own doing.
    const hasBegun = await begun.then(
      () => true,
      () => false,
    );
    throw hasBegun ? named(cause) : cause;
  }
}

/** A statement was refused because one before it had failed, which nobody waited for. */
const abortedState = "25P02";

/** What is to blame for an error of a transaction: what was sent before it, where that had failed. */
export async function causeOf(connection: PostgresConnection, error: unknown): Promise<unknown> {
  try {
    await connection.settle();
  } catch (sent) {
    if (sqlState(error) === abortedState) return sent;
  }
  return error;
}

/** Undoes what was begun. Where that fails, the connection is gone, and with it what it did: `cause` counts. */
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
