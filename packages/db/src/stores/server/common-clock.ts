import type { CommonClock } from "@tidemark/core";
import type { Kysely } from "kysely";
import type { Tables } from "../../schema/tables.ts";
import { number, rowOf } from "../../sql/row.ts";
import { dialectOf, selectRows, sqlText } from "../../sql/sql-text.ts";

const nowRow = rowOf({ now_ms: number });

/** Reads the database's clock, which other processes share. `wallMs` returns this machine's time. */
export function createCommonClock(
  db: Kysely<Tables>,
  wallMs: () => number = Date.now,
): CommonClock {
  return {
    async aheadMs() {
      const { clockMs } = dialectOf(db);
      if (clockMs === null) return 0;
      const [row] = await selectRows(db, sqlText(`SELECT ${clockMs} AS now_ms`), nowRow);
      if (row === undefined) throw new Error("a clock gave no time");
      // Uses the time after the query, which may have waited for a lock.
      return Math.round(row.now_ms - wallMs());
    },
  };
}
