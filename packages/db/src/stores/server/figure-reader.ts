import type { FigureReader, InstanceCounts, InstanceFigures } from "@tidemark/core";
import type { Kysely } from "kysely";
import { dialectOf, selectRows, sqlText } from "../../sql/sql-text.ts";
import type { Tables } from "../../schema/tables.ts";
import { number, orNull, rowOf } from "../../sql/row.ts";

const figuresRow = rowOf<Omit<InstanceFigures, "databaseKind">>({
  users: number,
  memos: number,
  attachments: number,
  localStorageBytes: number,
  databaseBytes: number,
});

const countsRow = rowOf<Omit<InstanceCounts, "databaseKind">>({
  memos: number,
  attachmentBytes: number,
  databaseBytes: number,
  normalAccounts: number,
  archivedAccounts: number,
  webSessions: number,
  deviceSessions: number,
  pendingDeliveries: number,
  lastBackupMs: orNull(number),
});

export function createFigureReader(db: Kysely<Tables>): FigureReader {
  return {
    read: async () => {
      const [figures] = await selectRows(
        db,
        sqlText(
          `SELECT
            (SELECT count(*) FROM user_account WHERE closed_ms IS NULL) AS users,
            (SELECT count(*) FROM memo) AS memos,
            (SELECT count(*) FROM attachment) AS attachments,
            (SELECT coalesce(sum(bytes), 0) FROM
              (SELECT max(size_bytes) AS bytes FROM attachment
                WHERE sha256 IS NOT NULL GROUP BY sha256) AS content) AS "localStorageBytes",
            ${dialectOf(db).databaseBytes} AS "databaseBytes"`,
        ),
        figuresRow,
      );
      if (figures === undefined) throw new Error("a count gave no row");
      return { ...figures, databaseKind: dialectOf(db).name };
    },
    counts: async (nowMs) => {
      const accounts = "SELECT count(*) FROM user_account WHERE closed_ms IS NULL AND state";
      const sessions =
        "SELECT count(*) FROM session WHERE revoked_ms IS NULL AND expires_ms > ? AND kind";
      const [counts] = await selectRows(
        db,
        sqlText(
          `SELECT
            (SELECT count(*) FROM memo) AS memos,
            (SELECT coalesce(sum(size_bytes), 0) FROM attachment) AS "attachmentBytes",
            ${dialectOf(db).databaseBytes} AS "databaseBytes",
            (${accounts} = 0) AS "normalAccounts",
            (${accounts} = 1) AS "archivedAccounts",
            (${sessions} = 'web') AS "webSessions",
            (${sessions} = 'device') AS "deviceSessions",
            (SELECT count(*) FROM webhook_delivery WHERE state = 'PENDING') AS "pendingDeliveries",
            (SELECT max(at_ms) FROM audit_entry WHERE action = 'export.backup') AS "lastBackupMs"`,
          nowMs,
          nowMs,
        ),
        countsRow,
      );
      if (counts === undefined) throw new Error("a count gave no row");
      return { ...counts, databaseKind: dialectOf(db).name };
    },
    sealed: async () => {
      const tokens = await db.selectFrom("memo_share").select("sealed_token").execute();
      const secrets = await db
        .selectFrom("webhook")
        .select("signing_secret")
        .where("signing_secret", "!=", "")
        .execute();
      return [
        ...tokens.map(({ sealed_token }) => sealed_token),
        ...secrets.map(({ signing_secret }) => signing_secret),
      ];
    },
  };
}
