import type { BaseStore } from "@tidemark/core";
import type { MemoElement, MemoRow } from "@tidemark/core/memo";
import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";

export function createBaseStore(db: Kysely<Tables>): BaseStore {
  return {
    get: async (entity) => {
      const base = await db
        .selectFrom("entity_base")
        .selectAll()
        .where("entity", "=", entity)
        .executeTakeFirst();
      if (base === undefined) return undefined;
      if (base.row === null || base.doc_gen === null) return { entity: null };
      return {
        entity: {
          row: JSON.parse(base.row) as MemoRow,
          text: {
            gen: base.doc_gen,
            state: base.doc_state === null ? null : new Uint8Array(base.doc_state),
          },
          elements: JSON.parse(base.elements) as MemoElement[],
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
    remove: async (entity) => {
      await db.deleteFrom("entity_base").where("entity", "=", entity).execute();
    },
  };
}
