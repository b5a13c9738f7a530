import type { AttachmentListQuery, AttachmentOrderTerm, AttachmentStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import type { SqlValue } from "../../sql/connection.ts";
import { planToSql } from "../../filter/index.ts";
import { afterSql, orderBySql, sortColumns } from "../../memo-list/list-order.ts";
import { placeList } from "../../memo-list/list-place.ts";
import { alwaysHere, type ListPlacing } from "../../memo-list/list-placing.ts";
import { stepOf } from "../../sql/dialect.ts";
import {
  dialectOf,
  joinSql,
  selectRows,
  sqlText,
  type SqlFragment,
  sqlValues,
} from "../../sql/sql-text.ts";
import type { Tables } from "../../schema/tables.ts";
import { number, orNull, rowOf } from "../../sql/row.ts";
import { attachmentRow } from "../../schema/table-rows.ts";
import { namedInTexts, shelfSql, shelfTotals } from "./library/attachment-shelves.ts";
import { attachmentToColumns, columnsToAttachment } from "./attachment-columns.ts";
import { chunk } from "../../sql/chunk.ts";
import { idsByNumber } from "./ids-by-number.ts";

const totalRow = rowOf({ total: number });
const endPkRow = rowOf({ pk: orNull(number) });

/** Keeps attachments on one connection; `placing` may take long lists elsewhere. */
export function createAttachmentStore(
  db: Kysely<Tables>,
  placing: ListPlacing = alwaysHere,
): AttachmentStore {
  const select = async (query: SqlFragment) =>
    (await selectRows(db, query, attachmentRow)).map(columnsToAttachment);

  return {
    find: async (id) =>
      (await select(sqlText("SELECT * FROM attachment WHERE id = ?", id)))[0] ?? null,
    findByNumber: async (number) =>
      (await select(sqlText("SELECT * FROM attachment WHERE pk = ?", number)))[0] ?? null,
    idsByNumber: (numbers) => idsByNumber(db, "attachment", numbers),
    findMany: async (ids) => {
      const found = [];
      for (const some of chunk([...new Set(ids)])) {
        const where = sqlText("SELECT * FROM attachment WHERE id IN");
        found.push(...(await select(joinSql([where, sqlValues(some)], " "))));
      }
      return found;
    },
    list: async (query) => {
      const rows = query.filter === null ? 0 : await countAtMost(db);
      // Every one of the creator's is looked at: most orders have no index.
      const work = { rows, visitsAll: query.filter !== null, walksFlags: false };
      const place = placeList({ filter: query.filter, ...work });
      return placing.run(place, { method: "attachments", query }, () => select(listSql(db, query)));
    },
    listShelf: (query) => select(shelfSql(query)),
    shelfTotals: (creator) => shelfTotals(db, creator),
    namedInTexts: (ids) => namedInTexts(db, ids),
    listByMemos: async (memos) => {
      const found = [];
      for (const some of chunk([...new Set(memos)])) {
        const parts = [
          sqlText("SELECT * FROM attachment WHERE memo IN"),
          sqlValues(some),
          // The same on every replica, also where two devices chose one place: numbers are not.
          sqlText("ORDER BY memo, position, created_ms, id"),
        ];
        found.push(...(await select(joinSql(parts, " "))));
      }
      return found;
    },
    listByCreator: (creator, afterId, limit) =>
      select(
        sqlText(
          "SELECT * FROM attachment WHERE creator = ? AND id > ? ORDER BY id LIMIT ?",
          creator,
          afterId,
          limit,
        ),
      ),
    ids: async (afterId, limit) => {
      const query = db.selectFrom("attachment").select("id").where("id", ">", afterId);
      return (await query.orderBy("id").limit(limit).execute()).map((row) => row.id);
    },
    idsByOthers: async (creator) => {
      const query = db.selectFrom("attachment").select("id").where("creator", "<>", creator);
      return (await query.execute()).map((row) => row.id);
    },
    listByContent: (sha256, creator, limit) =>
      select(
        sqlText(
          "SELECT * FROM attachment WHERE sha256 = ? ORDER BY creator <> ?, pk LIMIT ?",
          sha256,
          creator,
          limit,
        ),
      ),
    bytesOf: async (creator, exceptReceived) => {
      const [row] = await selectRows(
        db,
        sqlText(
          `SELECT
             (SELECT coalesce(sum(size_bytes), 0) FROM attachment
                WHERE creator = ? AND sha256 IS NOT NULL)
             + (SELECT coalesce(sum(size_bytes), 0) FROM (
                  SELECT sha256, max(size_bytes) AS size_bytes FROM received_blob AS r
                  WHERE "user" = ? AND sha256 IS DISTINCT FROM ? AND NOT EXISTS
                    (SELECT 1 FROM attachment AS a WHERE a.sha256 = r.sha256 AND a.creator = r.user)
                  GROUP BY sha256) AS received) AS total`,
          creator,
          creator,
          exceptReceived,
        ),
        totalRow,
      );
      return row?.total ?? 0;
    },
    insert: async (attachment) => {
      const { pk } = await db
        .insertInto("attachment")
        .values(attachmentToColumns(attachment))
        .returning("pk")
        .executeTakeFirstOrThrow();
      return { ...attachment, number: pk };
    },
    update: async (attachment) => {
      await db
        .updateTable("attachment")
        .set(attachmentToColumns(attachment))
        .where("id", "=", attachment.id)
        .execute();
    },
    remove: async (ids) => {
      for (const some of chunk(ids)) {
        await db.deleteFrom("attachment").where("id", "in", some).execute();
      }
    },
  };
}

/** No more attachments than that were ever stored. */
async function countAtMost(db: Kysely<Tables>): Promise<number> {
  const query = sqlText("SELECT max(pk) AS pk FROM attachment");
  const [row] = await selectRows(db, query, endPkRow);
  return row?.pk ?? 0;
}

const columns = {
  create_time: "created_ms",
  update_time: "updated_ms",
  filename: "filename",
  size: "size_bytes",
  type: "mime_type",
  name: "id",
  number: "number",
} as const satisfies Record<AttachmentOrderTerm["field"] | "number", string>;

function listSql(db: Kysely<Tables>, query: AttachmentListQuery): SqlFragment {
  const where = [sqlText("a.creator = ?", query.creator)];
  if (query.filter !== null) {
    const { sql: text, parameters } = planToSql(query.filter, { alias: "a" }).compile(db);
    where.push(...stepOf(dialectOf(db), "a.pk").map((step) => sqlText(step)));
    where.push({ sql: `(${text})`, parameters: parameters as readonly SqlValue[] });
  }
  const order = sortColumns(query.order, columns, query.after);
  const after = afterSql(order, placeOf);
  if (after !== null) where.push(after);
  return joinSql(
    [
      sqlText("SELECT a.* FROM attachment AS a WHERE"),
      joinSql(where, " AND "),
      sqlText(`ORDER BY ${orderBySql(order, placeOf)} LIMIT ? OFFSET ?`, query.limit, query.offset),
    ],
    " ",
  );
}

function placeOf(column: string): string {
  return `a.${column}`;
}
