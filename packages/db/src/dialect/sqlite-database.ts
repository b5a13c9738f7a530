import { createOpenWork } from "./open-work.ts";
import { releasePages, type SqliteConnection } from "./sqlite-connection.ts";
import { inSnapshot, sqliteWriter } from "./transaction.ts";
import { createWriteQueue, type QueueDriver } from "./write-queue.ts";

/** Runs transactions over one writing connection and a few reading ones. */
export interface SqliteTransactions {
  /** A consistent snapshot. Reads do not wait for the writer. */
  read<T>(work: (connection: SqliteConnection, lease: ReadLease) => Promise<T>): Promise<T>;
  /** All of it or, when `work` rejects, none; settled after the commit. In the order of the calls. */
  write<T>(work: (connection: SqliteConnection) => Promise<T>): Promise<T>;
  /** Waits for the queued writes, runs `work` outside any transaction, then goes on. */
  exclusive<T>(work: (connection: SqliteConnection) => Promise<T>): Promise<T>;
  /** Gives back memory that is held for speed alone: pages of the file, and readers beyond one. */
  giveBackMemory(): Promise<void>;
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
  readonly driver: QueueDriver;
  /** Whether writes that wait at the same time share a commit. */
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
