import { createOpenWork } from "./open-work.ts";
import { releasePages, type SqliteConnection } from "./sqlite-connection.ts";
import { inSnapshot, sqliteWriter } from "./transaction.ts";
import { createWriteQueue, type QueueDriver } from "./write-queue.ts";

/** Runs transactions over one write connection and a few read connections. */
export interface SqliteTransactions {
  /** Runs `work` in a consistent snapshot. Reads do not wait for the writer. */
  read<T>(work: (connection: SqliteConnection, lease: ReadLease) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a transaction, in the order of the calls; rolls back if it rejects. Resolves after the
   * commit.
   */
  write<T>(work: (connection: SqliteConnection) => Promise<T>): Promise<T>;
  /** Waits for the queued writes, runs `work` outside any transaction, then resumes the queue. */
  exclusive<T>(work: (connection: SqliteConnection) => Promise<T>): Promise<T>;
  /** Frees memory used only for speed: cached pages, and all idle readers but one. */
  giveBackMemory(): Promise<void>;
  /** Waits for running work, then closes every reader. The writer stays open. Later calls reject. */
  drain(): Promise<void>;
}

/** Lease on a pooled reader connection. */
export interface ReadLease {
  /** Lets another read use this slot while `work` runs elsewhere. */
  whileAway<T>(work: () => Promise<T>): Promise<T>;
}

const maxReaders = 4;

export function createSqliteTransactions(options: {
  readonly writer: SqliteConnection;
  readonly openReader: () => SqliteConnection;
  readonly driver: QueueDriver;
  /** True if writes that wait at the same time share a commit. */
  readonly sharesCommits: boolean;
}): SqliteTransactions {
  const writes = createWriteQueue(sqliteWriter(options.writer), options);
  const open = createOpenWork();
  const idle: SqliteConnection[] = [];
  const waiting: ((reader: SqliteConnection) => void)[] = [];
  let readers = 0;

  const acquireReader = async (): Promise<SqliteConnection> => {
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
    const reader = idle.pop() ?? (await acquireReader());
    try {
      return await inSnapshot(reader, () => work(reader, lease));
    } finally {
      releaseReader(reader);
    }
  };

  return {
    read: (work) => open.run(() => runRead(work)),
    write: async (work) => {
      open.refuseWhenClosed();
      return writes.write(work);
    },
    exclusive: async (work) => {
      open.refuseWhenClosed();
      return writes.exclusive(work);
    },
    giveBackMemory: async () => {
      for (const reader of idle.splice(1)) {
        readers -= 1;
        reader.close();
      }
      for (const reader of idle) releasePages(reader);
      await writes.exclusive(async (writer) => releasePages(writer));
    },
    drain: async () => {
      await open.close(() => writes.idle());
      for (const reader of idle.splice(0)) reader.close();
    },
  };
}
