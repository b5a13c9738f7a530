import type { FigureReader, InstanceFigures } from "@tidemark/core";
import type { Kysely } from "kysely";
import { dialectOf, selectRows, sqlText } from "../../sql/sql-text.ts";
import type { Tables } from "../../schema/tables.ts";
import { number, rowOf } from "../../sql/row.ts";

const figuresRow = rowOf<Omit<InstanceFigures, "databaseKind">>({
  users: number,
  memos: number,
  attachments: number,
  localStorageBytes: number,
  databaseBytes: number,
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
