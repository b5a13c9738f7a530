import { FilterTimeoutError } from "@tidemark/core";
import type { ListPlacing } from "../memo-list/list-placing.ts";
import { listDeadlineMs, type ListWorkers } from "./list-workers.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";
import type { ReadLease } from "./sqlite-database.ts";

/** Maximum time that a list may visit rows on the main thread. */
const steppedMs = 10;
/**
 * Maximum time for planning a list. Nearly all need a millisecond; hits in long texts stop it early. The
 * first list after a start may take longer, but a thread would take longer still.
 */
const choosingMs = 30;

/** Ends a query that visits rows for longer than estimated; never leaves this file. */
class StepLimitReached extends Error {}

/**
 * Runs short lists on the reader's connection, and others on the workers. A list that moves to a worker sees
 * what is committed by then, not the older snapshot of its reader.
 */
export function placeLists(
  connection: SqliteConnection,
  lease: ReadLease,
  workers: ListWorkers,
): ListPlacing {
  return {
    async run(place, job, here) {
      if (place === "here") return here();
      if (place === "stepped") {
        connection.limitSteps({ ms: steppedMs, reached: () => new StepLimitReached() });
        try {
          return await here();
        } catch (error) {
          if (!(error instanceof StepLimitReached)) throw error;
        } finally {
          connection.limitSteps(null);
        }
      }
      return lease.whileAway(() => workers.run(job));
    },
    async choosing(work) {
      connection.limitSteps({ ms: choosingMs, reached: () => new StepLimitReached() });
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof StepLimitReached)) throw error;
        return null;
      } finally {
        connection.limitSteps(null);
      }
    },
  };
}

/** Runs every list on the only connection; lists that may be slow have a deadline. */
export function placeListsHere(connection: SqliteConnection): ListPlacing {
  const withDeadline = async <T>(work: () => Promise<T>): Promise<T> => {
    connection.limitSteps({ ms: listDeadlineMs, reached: () => new FilterTimeoutError() });
    try {
      return await work();
    } finally {
      connection.limitSteps(null);
    }
  };
  return {
    run: (place, _job, here) => (place === "here" ? here() : withDeadline(here)),
    choosing: withDeadline,
  };
}
