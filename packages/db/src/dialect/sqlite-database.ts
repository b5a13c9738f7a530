import { AsyncLocalStorage } from "node:async_hooks";
import type { SqliteConnection } from "./sqlite-connection.ts";

/** Runs transactions over one writing connection and a few reading ones. */
export interface SqliteTransactions {
  /** A consistent snapshot. Reads do not wait for the writer. */
  read<T>(work: (connection: SqliteConnection, lease: ReadLease) => Promise<T>): Promise<T>;
  /** All of it or, when `work` rejects, none. Writers queue in the order of their calls. */
  write<T>(work: (connection: SqliteConnection) => Promise<T>): Promise<T>;
  /** Waits for the queued writes, runs `work` outside any transaction, then goes on. */
  exclusive<T>(work: (connection: SqliteConnection) => Promise<T>): Promise<T>;
  /** Waits for what runs, then closes every reader. The writer stays open. Later calls reject. */
  drain(): Promise<void>;
}

/** A read's hold on one of the few readers. */
export interface ReadLease {
  /** While `work` is waited for somewhere else, another read may take this one's place. */
  whileAway<T>(work: () => Promise<T>): Promise<T>;
}

const maxReaders = 4;

export function createSqliteTransactions(options: {
  readonly writer: SqliteConnection;
  readonly openReader: () => SqliteConnection;
}): SqliteTransactions {
  let lastWrite: Promise<unknown> = Promise.resolve();
  let closed = false;
  const idle: SqliteConnection[] = [];
  const waiting: ((reader: SqliteConnection) => void)[] = [];
  const running = new Set<Promise<unknown>>();
  let readers = 0;
  const currentWrite = new AsyncLocalStorage<{ isRunning: boolean }>();

  const refuseWhenClosed = (): void => {
    if (closed) throw new Error("the database is closed");
  };

  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    // It would wait for the write that waits for it.
    if (currentWrite.getStore()?.isRunning === true) {
      throw new Error("a write cannot begin inside a write: use its stores, or a savepoint");
    }
    const result = lastWrite.then(async () => {
      const write = { isRunning: true };
      try {
        return await currentWrite.run(write, work);
      } finally {
        write.isRunning = false;
      }
    });
    lastWrite = result.catch(() => undefined);
    return result;
  };

  const acquireReader = async (): Promise<SqliteConnection> => {
    const free = idle.pop();
    if (free !== undefined) return free;
    if (readers < maxReaders) {
      const reader = options.openReader();
      readers += 1;
      return reader;
    }
    return new Promise((resolve) => waiting.push(resolve));
  };

  const releaseReader = (reader: SqliteConnection): void => {
    if (readers > maxReaders) {
      readers -= 1;
      reader.close();
      return;
    }
    const next = waiting.shift();
    if (next === undefined) idle.push(reader);
    else next(reader);
  };

  const lease: ReadLease = {
    whileAway: async (work) => {
      readers -= 1;
      const next = waiting.shift();
      if (next !== undefined) {
        readers += 1;
        next(options.openReader());
      }
      try {
        return await work();
      } finally {
        readers += 1;
      }
    },
  };

  const runRead: SqliteTransactions["read"] = async (work) => {
    const reader = await acquireReader();
    try {
      return await inTransaction(reader, "BEGIN", (connection) => work(connection, lease));
    } finally {
      releaseReader(reader);
    }
  };

  return {
    read: async (work) => {
      refuseWhenClosed();
      const result = runRead(work);
      const settled = result.catch(() => undefined);
      running.add(settled);
      try {
        return await result;
      } finally {
        running.delete(settled);
      }
    },
    write: async (work) => {
      refuseWhenClosed();
      // IMMEDIATE takes the write lock at once: a transaction never fails half-way for want of it.
      return enqueue(() => inTransaction(options.writer, "BEGIN IMMEDIATE", work));
    },
    exclusive: async (work) => {
      refuseWhenClosed();
      return enqueue(() => work(options.writer));
    },
    drain: async () => {
      closed = true;
      await lastWrite;
      await Promise.all(running);
      for (const reader of idle.splice(0)) reader.close();
    },
  };
}

async function inTransaction<T>(
  connection: SqliteConnection,
  begin: "BEGIN" | "BEGIN IMMEDIATE",
  work: (connection: SqliteConnection) => Promise<T>,
): Promise<T> {
  connection.run(begin);
  try {
    const result = await work(connection);
    connection.run("COMMIT");
    return result;
  } catch (error) {
    undo(connection, ["ROLLBACK"], error);
    throw error;
  }
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
  try {
    const result = await work();
    connection.run("RELEASE nested");
    return result;
  } catch (error) {
    undo(connection, ["ROLLBACK TO nested", "RELEASE nested"], error);
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
