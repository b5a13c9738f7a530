import { FilterTimeoutError } from "@tidemark/core";
import { type After, Semaphore } from "@tidemark/core/concurrency";
import {
  createListAnswers,
  type ListAnswer,
  listDeadlineMs,
  type ListJob,
  type ListMethod,
  type ListPlacing,
  type ReadLease,
} from "@tidemark/db/engine";
import type { ClientPool } from "../connection/client-pool.ts";
import {
  createPostgresConnection,
  type PostgresConnection,
} from "../connection/postgres-connection.ts";
import { canceledState, sqlState } from "../connection/postgres-error.ts";

/** Slow lists, which run on their own connections. */
export interface SlowLists {
  /**
   * Runs a list, which sees everything committed before it runs. Rejects with `FilterTimeoutError`. A read
   * counts as waiting until its `lease` has a slot again.
   */
  run<M extends ListMethod>(job: ListJob<M>, lease?: ReadLease): Promise<ListAnswer<M>>;
}

/**
 * Maximum number of slow lists at a time, and of reads waiting for one. A waiting read keeps its connection,
 * so each read with a slot has one.
 */
export const maxSlowLists = 2;
export const maxLongReads = 12;

export const after: After = (ms, then) => {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
};

export function createSlowLists(
  pool: ClientPool,
  limits: { readonly deadlineMs?: number; readonly waitMs?: number } = {},
): SlowLists {
  const { deadlineMs = listDeadlineMs, waitMs = 5000 } = limits;
  const slots = new Semaphore(maxSlowLists, after);
  let asked = 0;

  const answer = (job: Parameters<ReturnType<typeof createListAnswers>>[0]) =>
    pool.lend(async (client) => {
      const connection = createPostgresConnection(client);
      connection.send("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
      connection.send(`SET LOCAL statement_timeout = ${deadlineMs}`);
      try {
        return await createListAnswers(connection.kysely)(job);
      } catch (error) {
        throw timeoutOf(error);
      } finally {
        connection.send("COMMIT");
        // The list's own error covers this one.
        await connection.settle().catch(() => undefined);
      }
    });

  return {
    run: async <M extends ListMethod>(job: ListJob<M>, lease = staying) => {
      if (asked >= maxLongReads) throw new FilterTimeoutError("busy");
      asked += 1;
      try {
        return await lease.whileAway(async () => {
          const slot = await slots.acquire(waitMs);
          if (slot === null) throw new FilterTimeoutError("busy");
          // The slot is released with the connection, which may be later.
          const answered = answer(job as Parameters<typeof answer>[0]).finally(() =>
            slot.release(),
          );
          return (await within(deadlineMs, answered)) as ListAnswer<M>;
        });
      } finally {
        asked -= 1;
      }
    },
  };
}

/** Lease for callers that hold no slot. */
const staying: ReadLease = { whileAway: (work) => work() };

/** Runs slow lists on other connections, and others in place with a deadline. */
export function placeSlowLists(
  connection: PostgresConnection,
  lease: ReadLease,
  slow: SlowLists,
): ListPlacing {
  const withDeadline = async <T>(work: () => Promise<T>): Promise<T> => {
    // Later statements of the transaction report errors of these two.
    connection.query(`SET LOCAL statement_timeout = ${listDeadlineMs}`).catch(() => undefined);
    try {
      return await work();
    } catch (error) {
      throw timeoutOf(error);
    } finally {
      connection.query("SET LOCAL statement_timeout TO DEFAULT").catch(() => undefined);
    }
  };
  return {
    async run(place, job, here) {
      if (place === "here") return here();
      if (place === "worker") return slow.run(job, lease);
      return withDeadline(here);
    },
    // A text index is read to its end, however few hits are requested.
    choosing: withDeadline,
  };
}

function timeoutOf(error: unknown): unknown {
  return sqlState(error) === canceledState ? new FilterTimeoutError() : error;
}

/** A list has several statements, each with its own deadline. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new FilterTimeoutError()), ms + graceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

/** Extra time in milliseconds for the database to report the timeout itself. */
const graceMs = 250;
