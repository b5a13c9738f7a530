import type { SpaceMember, SpaceRole, SpaceStore } from "@tidemark/core";
import type { Kysely, Selectable } from "kysely";
import type { SpaceMemberTable } from "../../schema/account-tables.ts";
import type { Tables } from "../../schema/tables.ts";
import { chunk } from "../../sql/chunk.ts";

export function createSpaceStore(db: Kysely<Tables>): SpaceStore {
  const spaces = () =>
    db.selectFrom("space").select(["id", "title", "description", "created_ms as createdMs"]);
  const members = () => db.selectFrom("space_member").selectAll();

  return {
    find: async (id) => (await spaces().where("id", "=", id).executeTakeFirst()) ?? null,
    list: () => spaces().orderBy("created_ms").orderBy("id").execute(),
    listByMember: (user) =>
      spaces()
        .where("id", "in", db.selectFrom("space_member").select("space").where("user", "=", user))
        .orderBy("created_ms")
        .orderBy("id")
        .execute(),
    countMembers: async (ids) => {
      const counts = new Map<string, number>();
      for (const part of chunk(ids)) {
        const rows = await db
          .selectFrom("space_member")
          .select(({ fn }) => ["space", fn.countAll<number>().as("count")])
          .where("space", "in", part)
          .groupBy("space")
          .execute();
        for (const { space, count } of rows) counts.set(space, Number(count));
      }
      return counts;
    },
    members: async (space) => {
      const rows = await members().where("space", "=", space).orderBy("user").execute();
      return rows.map(columnsToMember);
    },
    findMember: async (space, user) => {
      const row = await members()
        .where("space", "=", space)
        .where("user", "=", user)
        .executeTakeFirst();
      return row === undefined ? null : columnsToMember(row);
    },
    memberships: async (user) => {
      const rows = await members().where("user", "=", user).orderBy("space").execute();
      return rows.map(columnsToMember);
    },
    insert: async ({ id, title, description, createdMs }) => {
      await db
        .insertInto("space")
        .values({ id, title, description, created_ms: createdMs })
        .execute();
    },
    update: async ({ id, title, description }) => {
      await db.updateTable("space").set({ title, description }).where("id", "=", id).execute();
    },
    remove: async (id) => {
      // Foreign keys delete memberships and invitations.
      await db.deleteFrom("space").where("id", "=", id).execute();
    },
    saveMember: async ({ space, user, role }) => {
      await db
        .insertInto("space_member")
        .values({ space, user, role })
        .onConflict((conflict) => conflict.columns(["space", "user"]).doUpdateSet({ role }))
        .execute();
    },
    removeMember: async (space, user) => {
      await db
        .deleteFrom("space_member")
        .where("space", "=", space)
        .where("user", "=", user)
        .execute();
    },
  };
}

function columnsToMember({ space, user, role }: Selectable<SpaceMemberTable>): SpaceMember {
  return { space, user, role: columnToSpaceRole(role) };
}

/** Returns the role in a column. Throws for an unknown one. */
export function columnToSpaceRole(role: string): SpaceRole {
  if (role !== "ADMIN" && role !== "USER") throw new Error(`unknown role in a space ${role}`);
  return role;
}
