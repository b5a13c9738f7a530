import type { CursorStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import type { Tables } from "../../schema/tables.ts";
import { number, rowOf, scope as scopeColumn } from "../../sql/row.ts";
import { selectRows, sqlText } from "../../sql/sql-text.ts";

const cursorRow = rowOf({ scope: scopeColumn, seq: number });

export function createCursorStore(db: Kysely<Tables>): CursorStore {
  return {
    all: async () => {
      // As text: every page of a sync runs it several times.
      const query = sqlText("SELECT scope, seq FROM cursor ORDER BY scope");
      const rows = await selectRows(db, query, cursorRow);
      return new Map(rows.map((row) => [row.scope, row.seq]));
    },
    set: async (scope, seq) => {
      await db
        .insertInto("cursor")
        .values({ scope, seq })
        .onConflict((conflict) => conflict.column("scope").doUpdateSet({ seq }))
        .execute();
    },
    remove: async (scope) => {
      await db.deleteFrom("cursor").where("scope", "=", scope).execute();
    },
    reset: async () => {
      await db.deleteFrom("cursor").execute();
    },
  };
}
