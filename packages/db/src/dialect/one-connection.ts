import type { SqliteTransactions } from "./sqlite-database.ts";
import { createOpenWork } from "./open-work.ts";
import { releasePages, type SqliteConnection } from "./sqlite-connection.ts";
import { sqliteWriter } from "./transaction.ts";
import { createWriteQueue, type QueueDriver } from "./write-queue.ts";

/**
 * Runs transactions over a single connection: reads and writes share one queue, in the order of the calls. A
 * read that begins inside a transaction would wait for itself; it is refused if the driver can detect it.
 */
export function createOneConnectionTransactions(options: {
  readonly writer: SqliteConnection;
  readonly driver: QueueDriver;
  readonly sharesCommits: boolean;
}): SqliteTransactions {
  const queue = createWriteQueue(sqliteWriter(options.writer), options);
  const open = createOpenWork();
  return {
    read: async (work) => {
      open.refuseWhenClosed();
      // With one connection, no other read can use a lease that is away.
      return queue.exclusive((connection) =>
        inSnapshot(connection, () => work(connection, { whileAway: (away) => away() })),
      );
    },
    write: async (work) => {
      open.refuseWhenClosed();
      return queue.write(work);
    },
    exclusive: async (work) => {
      open.refuseWhenClosed();
      return queue.exclusive(work);
    },
    giveBackMemory: () => queue.exclusive(async (connection) => releasePages(connection)),
    drain: async () => {
      await open.close(() => queue.idle());
    },
  };
}

/** Notifies no listeners, since nothing is written. */
async function inSnapshot<T>(connection: SqliteConnection, work: () => Promise<T>): Promise<T> {
  connection.run("BEGIN");
  try {
    return await work();
  } finally {
    if (connection.isInTransaction()) connection.run("COMMIT");
  }
}
