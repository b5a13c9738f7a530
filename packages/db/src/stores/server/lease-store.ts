import type { LeaseStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import { runSql, selectRows, sqlText } from "../../sql/sql-text.ts";
import type { Tables } from "../../schema/tables.ts";
import { number, rowOf } from "../../sql/row.ts";

const heldRow = rowOf({ until_ms: number });

export function createLeaseStore(db: Kysely<Tables>): LeaseStore {
  return {
    take: async ({ name, holder, nowMs, untilMs }) => {
      const taken = await runSql(
        db,
        sqlText(
          `INSERT INTO lease (name, holder, until_ms) VALUES (?, ?, ?)
             ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until_ms = excluded.until_ms
             WHERE lease.holder = excluded.holder OR lease.until_ms <= ?`,
          ...[name, holder, untilMs, nowMs],
        ),
      );
      if (taken === 1) return null;
      const [held] = await selectRows(
        db,
        sqlText("SELECT until_ms FROM lease WHERE name = ?", name),
        heldRow,
      );
      return held?.until_ms ?? null;
    },
  };
}
