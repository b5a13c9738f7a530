import type { BaseStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import { runSql, selectRows, sqlText } from "../../sql/sql-text.ts";
import type { Tables } from "../../schema/tables.ts";
import { readMemoElements, readMemoRow } from "../../schema/own-rows.ts";
import { entityBaseRow } from "../../schema/table-rows.ts";

export function createBaseStore(db: Kysely<Tables>): BaseStore {
  return {
    get: async (entity) => {
      const [base] = await selectRows(
        db,
        sqlText("SELECT * FROM entity_base WHERE entity = ?", entity),
        entityBaseRow,
      );
      if (base === undefined) return undefined;
      if (base.row === null || base.doc_gen === null) return { entity: null };
      return {
        entity: {
          row: readMemoRow(base.row),
          text: {
            gen: base.doc_gen,
            state: base.doc_state === null ? null : new Uint8Array(base.doc_state),
          },
          elements: readMemoElements(base.elements),
        },
      };
    },
    set: async (entity, base) => {
      const values = {
        row: base === null ? null : JSON.stringify(base.row),
        doc_gen: base === null ? null : base.text.gen,
        doc_state: base === null ? null : base.text.state,
        elements: JSON.stringify(base?.elements ?? []),
      };
      await db
        .insertInto("entity_base")
        .values({ entity, ...values })
        .onConflict((conflict) => conflict.column("entity").doUpdateSet(values))
        .execute();
    },
    getRow: async (key) => {
      const base = await db
        .selectFrom("entity_base")
        .select("row")
        .where("entity", "=", key)
        .executeTakeFirst();
      if (base === undefined) return undefined;
      const row: unknown = base.row === null ? null : JSON.parse(base.row);
      return { row };
    },
    setRow: async (key, row) => {
      const values = { row: row === null ? null : JSON.stringify(row) };
      await db
        .insertInto("entity_base")
        .values({ entity: key, ...values, doc_gen: null, doc_state: null, elements: "[]" })
        .onConflict((conflict) => conflict.column("entity").doUpdateSet(values))
        .execute();
    },
    remove: async (entity) => {
      await runSql(db, sqlText("DELETE FROM entity_base WHERE entity = ?", entity));
    },
  };
}
