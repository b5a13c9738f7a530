import type { AttachmentListQuery, AttachmentOrderTerm, AttachmentStore } from "@tidemark/core";
import { evaluatePlan, type FilterableAttachment } from "@tidemark/core/filter";
import type { Kysely } from "kysely";
import { planToSql } from "../../filter/index.ts";
import { evaluateUntilFull } from "../../memo-list/evaluate-rows.ts";
import { afterSql, orderBySql, sortColumns } from "../../memo-list/list-order.ts";
import { chooseExecution } from "../../memo-list/execution-mode.ts";
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
import { listShelf, namedInTexts, shelfSql, shelfTotals } from "./library/attachment-shelves.ts";
import {
  type AttachmentColumns,
  attachmentToColumns,
  columnsToAttachment,
} from "./attachment-columns.ts";
import { chunk } from "../../sql/chunk.ts";
import { idsByNumber } from "./ids-by-number.ts";

const totalRow = rowOf({ total: number });
const endPkRow = rowOf({ pk: orNull(number) });

/** Stores attachments on one connection; `placing` may run slow lists elsewhere. */
export function createAttachmentStore(
  db: Kysely<Tables>,
  placing: ListPlacing = alwaysHere,
): AttachmentStore {
  const select = async (query: SqlFragment) =>
    (await selectRows(db, query, attachmentRow)).map(columnsToAttachment);
  const list = async (query: AttachmentListQuery) =>
    (await listRows(db, query)).map(columnsToAttachment);

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
      // Visits all attachments of the creator: most orders have no index.
      const work = { rows, visitsAll: query.filter !== null, walksFlags: false };
      const place = chooseExecution({ filter: query.filter, ...work });
      return placing.run(place, { method: "attachments", query }, () => list(query));
    },
    listShelf: (query) =>
      listShelf(dialectOf(db), query, (part) => select(shelfSql(dialectOf(db), part))),
    shelfTotals: (creator) => shelfTotals(db, creator),
    namedInTexts: (ids) => namedInTexts(db, ids),
    listByMemos: async (memos) => {
      const found = [];
      for (const some of chunk([...new Set(memos)])) {
        const parts = [
          sqlText("SELECT * FROM attachment WHERE memo IN"),
          sqlValues(some),
          // Unlike numbers, this order is the same on every replica, even if two devices chose the same
          // position.
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

/** Returns an upper bound of the number of attachments. */
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

async function listRows(
  db: Kysely<Tables>,
  query: AttachmentListQuery,
): Promise<readonly AttachmentColumns[]> {
  const { creator, filter } = query;
  const order = sortColumns(query.order, columns, query.after);
  const condition =
    filter === null ? null : planToSql(filter, dialectOf(db).filter, { alias: "a" });
  const asked =
    condition === null
      ? []
      : [...stepOf(dialectOf(db), "a.pk").map((step) => sqlText(step)), condition];
  const select = (from: typeof order, page: Pick<AttachmentListQuery, "limit" | "offset">) => {
    const after = afterSql(from, placeOf);
    const where = [sqlText("a.creator = ?", creator), ...asked, ...(after === null ? [] : [after])];
    const parts = [
      sqlText("SELECT a.* FROM attachment AS a WHERE"),
      joinSql(where, " AND "),
      sqlText(`ORDER BY ${orderBySql(from, placeOf)} LIMIT ? OFFSET ?`, page.limit, page.offset),
    ];
    return selectRows(db, joinSql(parts, " "), attachmentRow);
  };
  if (filter === null || condition === null || condition.isExact) return select(order, query);
  const holds = evaluatePlan<FilterableAttachment>(filter);
  return evaluateUntilFull<AttachmentColumns>(
    query,
    (last, limit) =>
      select(last === null ? order : order.map((key) => ({ ...key, after: last[key.column] })), {
        limit,
        offset: 0,
      }),
    async (rows) => rows.map((row) => () => holds(toFilterable(row))),
  );
}

function toFilterable(row: AttachmentColumns): FilterableAttachment {
  return {
    filename: row.filename,
    mimeType: row.mime_type,
    createdMs: row.created_ms,
    sizeBytes: row.size_bytes,
    memo: row.memo === null ? null : `memos/${row.memo}`,
  };
}

function placeOf(column: string): string {
  return `a.${column}`;
}
