import type { TombstoneStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import { selectRows, sqlText } from "../../sql/sql-text.ts";
import type { Tables } from "../../schema/tables.ts";
import { anyRow } from "../../sql/row.ts";

export function createTombstoneStore(db: Kysely<Tables>): TombstoneStore {
  return {
    // As text: every creation runs it, and building a query costs more than running it.
    has: async (kind, entity) => {
      const rows = await selectRows(
        db,
        sqlText("SELECT 1 FROM tombstone WHERE kind = ? AND entity = ?", kind, entity),
        anyRow,
      );
      return rows.length > 0;
    },
    add: async (kind, entity, seq, atMs) => {
      await db
        .insertInto("tombstone")
        .values({ kind, entity, seq, at_ms: atMs })
        .onConflict((conflict) =>
          conflict.columns(["kind", "entity"]).doUpdateSet({ seq, at_ms: atMs }),
        )
        .execute();
    },
  };
}
