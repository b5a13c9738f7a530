import { setImmediate } from "node:timers/promises";
import type { PoolClient, PoolConfig } from "pg";
import {
  type BeforeStatement,
  createOpenWork,
  createWriteQueue,
  type QueueWriter,
  type ReadLease,
  watchNesting,
} from "@tidemark/db/engine";
import { type Begun, StorageError } from "@tidemark/core";
import { Semaphore } from "@tidemark/core/concurrency";
import { type WriteGates, begunOf, lockChanges } from "./write-gate.ts";
import { type ClientPool, openPool } from "./connection/client-pool.ts";
import { answerMs } from "./connection/postgres-config.ts";
import {
  createPostgresConnection,
  type PostgresConnection,
} from "./connection/postgres-connection.ts";
import { after, maxLongReads } from "./lists/slow-lists.ts";
import { causeOf, inSavepoint, undoing, type WriterParts } from "./savepoint.ts";

/** Runs transactions over a few connections to one database. */
export interface PostgresTransactions<Writer> {
  /** Runs `work` in a consistent snapshot. Reads do not wait for writers. */
  read<T>(work: (connection: PostgresConnection, lease: ReadLease) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a transaction, in the order of the calls; rolls back if it rejects. Resolves after the
   * commit.
   */
  write<T>(work: (connection: Writer) => Promise<T>): Promise<T>;
  /** Runs a write in its own transaction, which doesn't pass the gate. */
  writeAlone<T>(work: (connection: Writer, begun: Begun) => Promise<T>): Promise<T>;
  /** Waits for running work, then closes every connection. Later calls reject. */
  drain(): Promise<void>;
  /** Pools of its connections. */
  readonly pools: readonly ClientPool[];
}

const maxReaders = 6;
/** Maximum time that a read waits for its turn, in milliseconds, and maximum number of waiting reads. */
const readWaitMs = 5000;
const maxWaitingReads = 1000;
/** Long, since each new connection empties the cache of memos. */
const readerIdleMs = 300_000;

/**
 * One write at a time in all processes of an instance: each begins by locking the row that numbers changes.
 * Numbers are therefore committed in order, and rules that read before they write hold as on a file. Writes
 * that wait in one process share a commit (ADR 0013, ADR 0079).
 */
const beginWrite = "BEGIN ISOLATION LEVEL READ COMMITTED";

export function createPostgresTransactions<Writer extends PostgresConnection & WriterParts>(
  connectionConfig: PoolConfig,
  options: {
    readonly toWriter: (connection: PostgresConnection) => Writer;
    readonly beforeStatement?: BeforeStatement | undefined;
    /** Called for idle connections that are lost. */
    readonly onLost: (error: Error) => void;
    /** Called for each new read connection before it reads. */
    readonly onReader: () => void;
    /** Gates that each write transaction passes. */
    readonly gates: Pick<WriteGates, "make">;
  },
): PostgresTransactions<Writer> {
  const { onLost, onReader, gates } = options;
  const config = { ...connectionConfig, query_timeout: answerMs };
  // Reads that wait for a slow list keep their connection.
  const readers = openPool(
    { ...config, max: maxReaders + maxLongReads, idleTimeoutMillis: readerIdleMs },
    onLost,
    onReader,
  );
  const slots = new Semaphore(maxReaders, after, maxWaitingReads);
  // One more than there are writes at a time, to replace a lost connection while it is closed. They stay
  // open: a new one means that the database was disconnected.
  const writers = openPool({ ...config, max: 2, idleTimeoutMillis: 0 }, onLost);
  let lastWriter = 0;
  const writerOf = cachedFor((client: PoolClient): NumberedWriter<Writer> => {
    const writer = options.toWriter(createPostgresConnection(client, options.beforeStatement));
    return { writer, connection: (lastWriter += 1) };
  });
  const queue = createWriteQueue(queueWriter(writers, writerOf, gates), {
    sharesCommits: true,
    driver: { pause: () => setImmediate(), watchNesting },
  });
  const open = createOpenWork();
  return {
    pools: [readers, writers],
    read: (work) =>
      open.run(() =>
        inSlot(slots, (lease) =>
          readers.lend(
            (client) => inSnapshot(connectionOf(client), (connection) => work(connection, lease)),
            { endsLater: true },
          ),
        ),
      ),
    write: async (work) => {
      open.refuseWhenClosed();
      return queue.write(({ writer }) => work(writer));
    },
    writeAlone: async (work) => {
      open.refuseWhenClosed();
      return queue.exclusive((numbered) => {
        let begun: Begun | undefined;
        const onBegin = (found: Begun): void => {
          begun = found;
        };
        return inTransaction(numbered, { onBegin }, async ({ writer }) => {
          if (begun === undefined) throw new Error("a write began without its lock");
          return work(writer, begun);
        });
      });
    },
    drain: async () => {
      await open.close(() => queue.idle());
      await Promise.all([readers.close(), writers.close()]);
    },
  };
}

/** A write connection with its number; later ones have larger numbers. */
interface NumberedWriter<Writer> {
  readonly writer: Writer;
  readonly connection: number;
}

function queueWriter<Writer extends PostgresConnection & WriterParts>(
  pool: ClientPool,
  writerOf: (client: PoolClient) => NumberedWriter<Writer>,
  gates: Pick<WriteGates, "make">,
): QueueWriter<NumberedWriter<Writer>> {
  return {
    inTransaction: (work) =>
      pool.lend((client) => {
        const gate = gates.make();
        return inTransaction(
          writerOf(client),
          { onBegin: (begun) => gate.open(begun) },
          async (numbered) => {
            gate.pass();
            return work(numbered);
          },
        );
      }),
    inSavepoint: ({ writer }, work) => inSavepoint(writer, work),
    isInTransaction: ({ writer }) => writer.isOpen(),
    outsideTransactions: (work) => pool.lend((client) => work(writerOf(client))),
  };
}

/**
 * Runs a transaction with the lock; `onBegin` is called with the values read under it before `work` begins.
 */
async function inTransaction<Writer extends PostgresConnection & WriterParts, T>(
  numbered: NumberedWriter<Writer>,
  { onBegin }: { readonly onBegin: (begun: Begun) => void },
  work: (numbered: NumberedWriter<Writer>) => Promise<T>,
): Promise<T> {
  const { writer, connection } = numbered;
  try {
    writer.send(beginWrite);
    writer.send(lockChanges, [], (answer) => onBegin(begunOf(answer, connection)));
    writer.begun();
    // A write must see what others have committed, and so must the clock that stamps it.
    await writer.settle();
    const result = await work(numbered);
    writer.ending();
    const [{ command }] = await Promise.all([writer.query("COMMIT"), writer.settle()]);
    // The answer is ROLLBACK if a statement sent without waiting failed.
    if (command !== "COMMIT") throw new Error("a write failed and was undone");
    writer.committed();
    return result;
  } catch (error) {
    writer.undone();
    const cause = await causeOf(writer, error);
    await undoing(writer, ["ROLLBACK"], cause);
    throw cause;
  }
}

/**
 * Runs `work` in a slot, which others may use while it is away. Reads that are away still count and get the
 * next free slot, so each read with a slot has a connection.
 */
async function inSlot<T>(slots: Semaphore, work: (lease: ReadLease) => Promise<T>): Promise<T> {
  let slot = await slots.acquire(readWaitMs);
  if (slot === null) {
    throw new StorageError("unreachable", new Error("too many reads are waiting"));
  }
  const lease: ReadLease = {
    whileAway: async (elsewhere) => {
      slot?.release();
      slot = null;
      try {
        return await elsewhere();
      } finally {
        slot = await slots.reacquire();
      }
    },
  };
  try {
    return await work(lease);
  } finally {
    slot?.release();
  }
}

async function inSnapshot<T>(
  connection: PostgresConnection,
  work: (connection: PostgresConnection) => Promise<T>,
): Promise<T> {
  // Sent with the first statement, which reports its error.
  const begun = connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  begun.catch(() => undefined);
  try {
    return await work(connection);
  } finally {
    const ended = connection.query("COMMIT");
    // The next user of the connection waits for it. If the connection is lost, that user's statement reports
    // it.
    ended.catch(() => undefined);
  }
}

/** Caches a value for each client. */
function cachedFor<Made>(make: (client: PoolClient) => Made): (client: PoolClient) => Made {
  const made = new WeakMap<PoolClient, Made>();
  return (client) => {
    const known = made.get(client);
    if (known !== undefined) return known;
    const fresh = make(client);
    made.set(client, fresh);
    return fresh;
  };
}

const connectionOf = cachedFor((client) => createPostgresConnection(client));
