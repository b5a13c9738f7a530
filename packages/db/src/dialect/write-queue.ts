import type { DatabaseDriver } from "./driver.ts";

/** Queue that runs writes one after another over the only write connection, in the order of the calls. */
export interface WriteQueue<Connection> {
  /** Runs `work` in a transaction; rolls back if it rejects. Settles only after the commit is on disk. */
  write<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Waits for earlier writes, then runs `work` outside any transaction. */
  exclusive<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Resolves when the queue is empty. */
  idle(): Promise<void>;
}

/** Writer of the queue: one transaction at a time. */
export interface QueueWriter<Connection> {
  inTransaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  inSavepoint<T>(connection: Connection, work: () => Promise<T>): Promise<T>;
  /** Returns whether the transaction survived an error in one of its savepoints. */
  isInTransaction(connection: Connection): boolean;
  outsideTransactions<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

export type QueueDriver = Pick<DatabaseDriver, "pause" | "watchNesting">;

interface Queued<Connection> {
  readonly kind: "write" | "exclusive";
  readonly work: (connection: Connection) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Maximum number of writes that share a commit, and maximum time a batch accepts more: the first one waits.
 */
const maxBatch = 64;
const maxBatchMs = 40;

/**
 * Creates a queue. With `sharesCommits`, waiting writes share a transaction and so one sync to disk. Each has
 * its own savepoint, so a failing write undoes only itself, and none resolves before the commit. If the
 * commit fails, all of them reject. ADR 0013.
 */
export function createWriteQueue<Connection>(
  writer: QueueWriter<Connection>,
  options: { readonly sharesCommits: boolean; readonly driver: QueueDriver },
): WriteQueue<Connection> {
  const { sharesCommits } = options;
  const { pause } = options.driver;
  const waiting: Queued<Connection>[] = [];
  const nesting = options.driver.watchNesting();
  let running: Promise<void> | null = null;

  function enqueue<T>(
    kind: Queued<Connection>["kind"],
    work: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    // A write inside a write would wait for itself forever.
    if (nesting.isInside()) {
      throw new Error("a write can't start inside another write; use its stores, or a savepoint");
    }
    return new Promise<T>((resolve, reject) => {
      waiting.push({
        kind,
        // Runs in the context of its caller, whichever caller started the batch.
        work: nesting.inside(work),
        resolve: (value) => resolve(value as T),
        reject,
      });
      running ??= run();
    });
  }

  async function run(): Promise<void> {
    // The commit blocks this thread: requests that have arrived by now should be part of it.
    if (sharesCommits) await pause();
    else await Promise.resolve();
    for (let first = waiting.shift(); first !== undefined; first = waiting.shift()) {
      const { kind, work } = first;
      if (kind === "exclusive") await settle(first, () => writer.outsideTransactions(work));
      else if (waiting[0]?.kind === "write" && sharesCommits) await runBatch(first);
      else await settle(first, () => writer.inTransaction(work));
      if (sharesCommits && waiting.length > 0) await pause();
    }
    running = null;
  }

  async function runBatch(first: Queued<Connection>): Promise<void> {
    // Listed before the transaction begins, so the write rejects if it can't begin.
    const begun = [first];
    const settlers: (() => void)[] = [];
    try {
      await writer.inTransaction(async (connection) => {
        const startMs = performance.now();
        let next: Queued<Connection> | undefined = first;
        while (next !== undefined) {
          settlers.push(await settlerOf(connection, next));
          const isFull = begun.length >= maxBatch || performance.now() - startMs > maxBatchMs;
          next = !isFull && waiting[0]?.kind === "write" ? waiting.shift() : undefined;
          if (next !== undefined) begun.push(next);
        }
      });
    } catch (error) {
      for (const { reject } of begun) reject(error);
      return;
    }
    for (const settle of settlers) settle();
  }

  /**
   * Runs one write of a batch. Returns a function that settles its promise, to be called after the commit.
   */
  async function settlerOf(
    connection: Connection,
    { work, resolve, reject }: Queued<Connection>,
  ): Promise<() => void> {
    try {
      const value = await writer.inSavepoint(connection, () => work(connection));
      return () => resolve(value);
    } catch (error) {
      // Without a transaction, the next savepoint would commit on its own.
      if (!writer.isInTransaction(connection)) throw error;
      return () => reject(error);
    }
  }

  return {
    write: async (work) => enqueue("write", work),
    exclusive: async (work) => enqueue("exclusive", work),
    idle: async () => running ?? undefined,
  };
}

async function settle(
  queued: Pick<Queued<unknown>, "resolve" | "reject">,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    queued.resolve(await work());
  } catch (error) {
    queued.reject(error);
  }
}
