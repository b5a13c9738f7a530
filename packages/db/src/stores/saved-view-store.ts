import type { SavedView, SavedViewStore } from "@tidemark/core/view";
import type { Kysely, Selectable } from "kysely";
import type { SavedViewTable, Tables } from "../schema/tables.ts";

export function createSavedViewStore(db: Kysely<Tables>): SavedViewStore {
  return {
    find: async (id) => {
      const row = await db
        .selectFrom("saved_view")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      return row === undefined ? null : columnsToView(row);
    },
    listByUser: async (user) => {
      const rows = await db
        .selectFrom("saved_view")
        .selectAll()
        .where("user", "=", user)
        .orderBy("created_ms")
        .orderBy("id")
        .execute();
      return rows.map(columnsToView);
    },
    insert: async (view) => {
      await db.insertInto("saved_view").values(viewToColumns(view)).execute();
    },
    update: async (view) => {
      await db
        .updateTable("saved_view")
        .set(viewToColumns(view))
        .where("id", "=", view.id)
        .execute();
    },
    remove: async (id) => {
      await db.deleteFrom("saved_view").where("id", "=", id).execute();
    },
    removeByUser: async (user) => {
      await db.deleteFrom("saved_view").where("user", "=", user).execute();
    },
  };
}

function viewToColumns(view: SavedView): Selectable<SavedViewTable> {
  return {
    id: view.id,
    user: view.user,
    title: view.title,
    filter: view.filter,
    icon: view.icon === null ? null : JSON.stringify(view.icon),
    created_ms: view.createdMs,
  };
}

function columnsToView(row: Selectable<SavedViewTable>): SavedView {
  return {
    id: row.id,
    user: row.user,
    title: row.title,
    filter: row.filter,
    icon: row.icon === null ? null : (JSON.parse(row.icon) as SavedView["icon"]),
    createdMs: row.created_ms,
  };
}
