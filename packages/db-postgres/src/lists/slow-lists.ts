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

/** Lists that take long, on connections of their own. */
export interface SlowLists {
  /**
   * Sees everything that was committed before it runs. Rejects with `FilterTimeoutError`. A read that asks
   * for it counts from here until its `lease` has a slot for it again.
   */
  run<M extends ListMethod>(job: ListJob<M>, lease?: ReadLease): Promise<ListAnswer<M>>;
}

/**
 * Most of them at a time, and most reads that are away for one: each keeps its connection, also while it
 * waits for its slot, so that those that have slots find one.
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
        // Of what failed the list's own error tells.
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
          // The slot is free when the connection is, which may be later.
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

/** Of whoever has nothing that others could use meanwhile. */
const staying: ReadLease = { whileAway: (work) => work() };

/** Runs lists that take long on other connections, and others with a deadline where they are asked. */
export function placeSlowLists(
  connection: PostgresConnection,
  lease: ReadLease,
  slow: SlowLists,
): ListPlacing {
  const withDeadline = async <T>(work: () => Promise<T>): Promise<T> => {
    // Errors of these two would be met by what is asked between and behind them.
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
    // An index of texts is read to its end, however few hits are asked for.
    choosing: withDeadline,
  };
}

function timeoutOf(error: unknown): unknown {
  return sqlState(error) === canceledState ? new FilterTimeoutError() : error;
}

/** A list has several statements, and each of them its own deadline. */
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

/** For the database to say so itself. */
const graceMs = 250;
