import { FilterTimeoutError } from "@tidemark/core";
import type { ListPlacing } from "../memo-list/list-placing.ts";
import { listDeadlineMs, type ListWorkers } from "./list-workers.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";
import type { ReadLease } from "./sqlite-database.ts";

/** How long a list may visit rows on the thread that everybody waits for. */
const steppedMs = 10;
/**
 * How long one may look for its way. Nearly all need a millisecond, and hits of long texts stop it; the
 * first one after a start may be longer at it, and a thread would take longer still.
 */
const choosingMs = 30;

/** Ends a query that visits rows for longer than was thought; never leaves this file. */
class StepLimitReached extends Error {}

/**
 * Runs lists on the reader's own connection as long as they are short, and on the workers otherwise.
 * A list that is moved sees what is committed by then, not the older state that its reader sees.
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

/** Runs every list on the one connection that there is; one that may take long has a deadline. */
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
