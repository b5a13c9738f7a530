import type { EvictedStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import { selectRows, sqlText } from "../../sql/sql-text.ts";
import type { Tables } from "../../schema/tables.ts";
import { number, rowOf } from "../../sql/row.ts";

const seqRow = rowOf({ seq: number });

export function createEvictedStore(db: Kysely<Tables>): EvictedStore {
  return {
    get: async (entity) => {
      // As text, like every query here that runs once per row of a page.
      const [row] = await selectRows(
        db,
        sqlText("SELECT seq FROM evicted WHERE entity = ?", entity),
        seqRow,
      );
      return row?.seq ?? null;
    },
    set: async (entity, seq) => {
      await db
        .insertInto("evicted")
        .values({ entity, seq })
        .onConflict((conflict) => conflict.column("entity").doUpdateSet({ seq }))
        .execute();
    },
    reset: async () => {
      await db.deleteFrom("evicted").execute();
    },
  };
}
