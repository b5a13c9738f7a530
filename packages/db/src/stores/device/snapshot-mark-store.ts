import type { SnapshotMarkStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import { selectRows, sqlText } from "../../sql/sql-text.ts";
import type { Tables } from "../../schema/tables.ts";
import { chunk } from "../../sql/chunk.ts";
import { rowOf, text } from "../../sql/row.ts";

const idRow = rowOf({ id: text });

export function createSnapshotMarkStore(db: Kysely<Tables>): SnapshotMarkStore {
  return {
    add: async (entities) => {
      for (const some of chunk(entities)) {
        await db
          .insertInto("snapshot_mark")
          .values(some.map((entity) => ({ entity })))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    },
    unmarkedMemos: async (afterId, limit) => {
      const rows = await selectRows(
        db,
        sqlText(
          `SELECT id FROM memo WHERE id > ?
             AND NOT EXISTS (SELECT 1 FROM snapshot_mark WHERE entity = memo.id)
           ORDER BY id LIMIT ?`,
          afterId,
          limit,
        ),
        idRow,
      );
      return rows.map((row) => row.id);
    },
    among: async (keys) => {
      const marked = new Set<string>();
      for (const some of chunk(keys)) {
        const rows = await db
          .selectFrom("snapshot_mark")
          .select("entity")
          .where("entity", "in", some)
          .execute();
        for (const row of rows) marked.add(row.entity);
      }
      return marked;
    },
    clear: async () => {
      await db.deleteFrom("snapshot_mark").execute();
    },
  };
}
