import type { SpaceInvitation, SpaceInvitationStore } from "@tidemark/core";
import type { Kysely, Selectable } from "kysely";
import type { SpaceInvitationTable } from "../../schema/account-tables.ts";
import type { Tables } from "../../schema/tables.ts";
import { columnToSpaceRole } from "./space-store.ts";

export function createSpaceInvitationStore(db: Kysely<Tables>): SpaceInvitationStore {
  const invitations = () => db.selectFrom("space_invitation").selectAll();

  return {
    find: async (space, user) => {
      const row = await invitations()
        .where("space", "=", space)
        .where("user", "=", user)
        .executeTakeFirst();
      return row === undefined ? null : columnsToInvitation(row);
    },
    listBySpace: async (space) => {
      const rows = await invitations().where("space", "=", space).orderBy("user").execute();
      return rows.map(columnsToInvitation);
    },
    listByUser: async (user) => {
      const rows = await invitations().where("user", "=", user).orderBy("space").execute();
      return rows.map(columnsToInvitation);
    },
    save: async ({ space, user, role, createdMs, expiresMs }) => {
      const values = { role, created_ms: createdMs, expires_ms: expiresMs };
      await db
        .insertInto("space_invitation")
        .values({ space, user, ...values })
        .onConflict((conflict) => conflict.columns(["space", "user"]).doUpdateSet(values))
        .execute();
    },
    remove: async (space, user) => {
      await db
        .deleteFrom("space_invitation")
        .where("space", "=", space)
        .where("user", "=", user)
        .execute();
    },
    removeByUser: async (user) => {
      await db.deleteFrom("space_invitation").where("user", "=", user).execute();
    },
    removeExpired: async (nowMs) => {
      await db.deleteFrom("space_invitation").where("expires_ms", "<=", nowMs).execute();
    },
  };
}

function columnsToInvitation(columns: Selectable<SpaceInvitationTable>): SpaceInvitation {
  const { space, user, role, created_ms: createdMs, expires_ms: expiresMs } = columns;
  return { space, user, role: columnToSpaceRole(role), createdMs, expiresMs };
}
