import type { KnownStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import type { Tables } from "../../schema/tables.ts";
import { rowOf, text } from "../../sql/row.ts";
import { selectRows, sqlText } from "../../sql/sql-text.ts";

const idRow = rowOf({ id: text });

export function createKnownStore(db: Kysely<Tables>): KnownStore {
  return {
    unknownMemos: async (ids) => {
      const rows = await selectRows(
        db,
        sqlText(
          `SELECT value AS id FROM json_each(?) AS a
            WHERE NOT EXISTS (SELECT 1 FROM memo WHERE id = a.value)
              AND NOT EXISTS (SELECT 1 FROM outbox WHERE entity = a.value)
              AND NOT EXISTS (SELECT 1 FROM entity_base WHERE entity = a.value)
              AND NOT EXISTS (SELECT 1 FROM evicted WHERE entity = a.value)`,
          JSON.stringify(ids),
        ),
        idRow,
      );
      return new Set(rows.map(({ id }) => id));
    },
  };
}
