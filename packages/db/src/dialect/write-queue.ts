import type { DatabaseDriver } from "./driver.ts";

/** Runs writes one after the other over the one connection that writes, in the order of the calls. */
export interface WriteQueue<Connection> {
  /** All of it or, when `work` rejects, none. Resolves and rejects only once that is on the disk. */
  write<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Waits for the writes before it and runs `work` outside any transaction. */
  exclusive<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Resolves when nothing waits or runs. */
  idle(): Promise<void>;
}

/** What writes: one transaction at a time. */
export interface QueueWriter<Connection> {
  inTransaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  inSavepoint<T>(connection: Connection, work: () => Promise<T>): Promise<T>;
  /** Whether the transaction is still there after an error within a savepoint of it. */
  isInTransaction(connection: Connection): boolean;
  outsideTransactions<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

/** What the queue needs of the driver. */
export type QueueDriver = Pick<DatabaseDriver, "pause" | "watchNesting">;

interface Queued<Connection> {
  readonly kind: "write" | "exclusive";
  readonly work: (connection: Connection) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Writes that share a commit, and how long a batch takes in further ones: the first of them waits. */
const maxBatch = 64;
const maxBatchMs = 40;

/**
 * With `sharesCommits`, writes that wait at the same time share a transaction, and so one sync to the
 * disk: each has a savepoint of its own, so that one that fails undoes itself alone, and none is
 * answered before the commit. Where that fails, all of them do. ADR 0013.
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
    // A write within a write would wait for itself for ever.
    if (nesting.isInside()) {
      throw new Error("a write can't start inside another write; use its stores, or a savepoint");
    }
    return new Promise<T>((resolve, reject) => {
      waiting.push({
        kind,
        // Runs in the context of its caller, whoever else's batch it is in.
        work: nesting.inside(work),
        resolve: (value) => resolve(value as T),
        reject,
      });
      running ??= run();
    });
  }

  async function run(): Promise<void> {
    // The commit stops this thread: what other clients have sent by now should be in it.
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
    // Also when there is no transaction for it to begin in.
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

  /** Runs one write of a batch; what it gives tells the caller, which has to wait for the commit. */
  async function settlerOf(
    connection: Connection,
    { work, resolve, reject }: Queued<Connection>,
  ): Promise<() => void> {
    try {
      const value = await writer.inSavepoint(connection, () => work(connection));
      return () => resolve(value);
    } catch (error) {
      // Without a transaction a savepoint would commit by itself what comes next.
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
