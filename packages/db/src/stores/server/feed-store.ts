import type { FeedOp, FeedRow, FeedStore } from "@tidemark/core";
import type { Kysely, Selectable } from "kysely";
import { runSql, selectRows, sendSql, type SqlFragment, sqlText } from "../../sql/sql-text.ts";
import type { FeedTable } from "../../schema/server-sync-tables.ts";
import type { Tables } from "../../schema/tables.ts";
import { chunk } from "../../sql/chunk.ts";
import { feedRow } from "../../schema/table-rows.ts";

export function createFeedStore(db: Kysely<Tables>): FeedStore {
  return {
    // As text, like every query of a memo's write: building a query costs more than running it.
    put: async ({ scope, kind, entity, seq, op }) => {
      await sendSql(
        db,
        sqlText(
          `INSERT INTO feed (scope, kind, entity, seq, op) VALUES (?, ?, ?, ?, ?)
             ON CONFLICT (scope, kind, entity) DO UPDATE SET seq = excluded.seq, op = excluded.op`,
          ...[scope, kind, entity, seq, op],
        ),
      );
    },
    page: async (scope, afterSeq, limit) => {
      const rows = await db
        .selectFrom("feed")
        .selectAll()
        .where("scope", "=", scope)
        .where("seq", ">", afterSeq)
        .orderBy("seq")
        .limit(limit)
        .execute();
      return rows.map(columnsToFeedRow);
    },
    pageDown: async (scope, belowSeq, limit) => {
      const rows = await db
        .selectFrom("feed")
        .selectAll()
        .where("scope", "=", scope)
        .where("seq", "<", belowSeq)
        .where("op", "=", "up")
        .orderBy("seq", "desc")
        .limit(limit)
        .execute();
      return rows.map(columnsToFeedRow);
    },
    compact: (uptoSeq, limit) => runSql(db, compactSql(uptoSeq, limit)),
    scopesOf: async (kind, entity) => {
      const rows = await selectRows(
        db,
        sqlText("SELECT * FROM feed WHERE kind = ? AND entity = ? ORDER BY scope", kind, entity),
        feedRow,
      );
      return rows.map(columnsToFeedRow);
    },
    scopesOfMany: async (kind, entities) => {
      const found: FeedRow[] = [];
      for (const some of chunk(entities)) {
        const rows = await db
          .selectFrom("feed")
          .selectAll()
          .where("kind", "=", kind)
          .where("entity", "in", some)
          .orderBy("scope")
          .execute();
        found.push(...rows.map(columnsToFeedRow));
      }
      return Map.groupBy(found, ({ entity }) => entity);
    },
  };
}

function columnsToFeedRow(columns: Selectable<FeedTable>): FeedRow {
  return {
    scope: columns.scope,
    kind: columns.kind,
    entity: columns.entity,
    seq: columns.seq,
    op: toFeedOp(columns.op),
  };
}

/** Deletes the oldest `evict` and `del` rows, using the index that has only those. */
export function compactSql(uptoSeq: number, limit: number): SqlFragment {
  return sqlText(
    `DELETE FROM feed WHERE (scope, kind, entity) IN (
       SELECT scope, kind, entity FROM feed WHERE op <> 'up' AND seq <= ? ORDER BY seq LIMIT ?
     )`,
    uptoSeq,
    limit,
  );
}

function toFeedOp(op: string): FeedOp {
  if (op === "up" || op === "evict" || op === "del") return op;
  throw new Error(`unknown change ${op}`);
}
