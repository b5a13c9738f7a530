import {
  type AuditEntry,
  auditActions,
  type AuditListQuery,
  type AuditLogStore,
} from "@tidemark/core";
import { evaluatePlan, type FilterableAuditEntry, type FilterPlan } from "@tidemark/core/filter";
import type { Kysely, Selectable } from "kysely";
import { type FilterCondition, planToSql } from "../../filter/index.ts";
import { evaluateUntilFull } from "../../memo-list/evaluate-rows.ts";
import { chooseExecution } from "../../memo-list/execution-mode.ts";
import { alwaysHere, type ListPlacing } from "../../memo-list/list-placing.ts";
import { stepOf } from "../../sql/dialect.ts";
import {
  dialectOf,
  joinSql,
  runSql,
  selectRows,
  sqlText,
  type SqlFragment,
} from "../../sql/sql-text.ts";
import type { AuditEntryTable } from "../../schema/account-tables.ts";
import type { Tables } from "../../schema/tables.ts";
import { number, orNull, rowOf } from "../../sql/row.ts";
import { auditEntryRow } from "../../schema/table-rows.ts";

const attemptsRow = rowOf({ all_of: number, of_address: number });
const pkRow = rowOf({ pk: number });
const endPkRow = rowOf({ pk: orNull(number) });

/** Stores the audit log on one connection; `placing` may run slow lists elsewhere. */
export function createAuditLogStore(
  db: Kysely<Tables>,
  placing: ListPlacing = alwaysHere,
): AuditLogStore {
  return {
    list: async (query) => {
      const { filter } = query;
      const rows = filter === null ? 0 : await countAtMost(db);
      const place = chooseExecution({ filter, rows, visitsAll: false, walksFlags: false });
      return placing.run(place, { method: "auditLog", query }, async () => {
        const found = await listRows(db, query);
        return found.map(columnsToEntry);
      });
    },
    add: async (entry) => {
      const { pk } = await db
        .insertInto("audit_entry")
        .values({
          at_ms: entry.atMs,
          action: entry.action,
          actor: entry.actor,
          target: entry.target,
          address: entry.address,
          count: 1,
        })
        .returning("pk")
        .executeTakeFirstOrThrow();
      return { ...entry, id: String(pk), count: 1 };
    },
    countSince: async (action, fromMs, address) => {
      const [row] = await selectRows(
        db,
        sqlText(
          `SELECT count(*) AS all_of, count(*) FILTER (WHERE address = ?) AS of_address
             FROM audit_entry WHERE action = ? AND at_ms >= ?`,
          address,
          action,
          fromMs,
        ),
        attemptsRow,
      );
      return { all: row?.all_of ?? 0, ofAddress: row?.of_address ?? 0 };
    },
    countOnce: async (action, fromMs, address) => {
      const [row] = await selectRows(
        db,
        sqlText(
          `SELECT pk FROM audit_entry
             WHERE action = ? AND at_ms >= ? AND address = ? AND target = ''
             ORDER BY at_ms DESC, pk DESC LIMIT 1`,
          action,
          fromMs,
          address,
        ),
        pkRow,
      );
      if (row === undefined) return false;
      await runSql(db, sqlText("UPDATE audit_entry SET count = count + 1 WHERE pk = ?", row.pk));
      return true;
    },
    removeBefore: async (ms, limit) => {
      const old = await selectRows(
        db,
        sqlText("SELECT pk FROM audit_entry WHERE at_ms < ? ORDER BY at_ms LIMIT ?", ms, limit),
        pkRow,
      );
      const pks = old.map(({ pk }) => pk);
      if (pks.length > 0) await db.deleteFrom("audit_entry").where("pk", "in", pks).execute();
      return pks.length;
    },
  };
}

/** Returns an upper bound: numbers rise and the oldest entries are removed first. */
async function countAtMost(db: Kysely<Tables>): Promise<number> {
  const [first, last] = await Promise.all(
    ["min", "max"].map((end) =>
      selectRows(db, sqlText(`SELECT ${end}(pk) AS pk FROM audit_entry`), endPkRow),
    ),
  );
  return (last?.[0]?.pk ?? 0) - (first?.[0]?.pk ?? 0) + 1;
}

async function listRows(
  db: Kysely<Tables>,
  query: AuditListQuery,
): Promise<readonly Selectable<AuditEntryTable>[]> {
  const select = (page: AuditListQuery) => selectRows(db, auditListSql(db, page), auditEntryRow);
  const { filter } = query;
  if (filter === null || conditionOf(db, filter).isExact) return select(query);
  const holds = evaluatePlan<FilterableAuditEntry>(filter);
  return evaluateUntilFull<Selectable<AuditEntryTable>>(
    { offset: 0, limit: query.limit },
    (last, limit) => {
      const after = last === null ? query.after : { atMs: last.at_ms, id: String(last.pk) };
      return select({ ...query, after, limit });
    },
    async (rows) => rows.map((row) => () => holds({ ...row, atMs: row.at_ms })),
  );
}

/** Returns the statement of a list; exported to examine its plan. */
export function auditListSql(
  db: Kysely<Tables>,
  { filter, after, limit }: AuditListQuery,
): SqlFragment {
  const where: SqlFragment[] = [];
  if (filter !== null) {
    where.push(...stepOf(dialectOf(db), "a.pk").map((step) => sqlText(step)));
    where.push(conditionOf(db, filter));
  }
  if (after !== null) {
    where.push(sqlText("(a.at_ms, a.pk) < (?, ?)", after.atMs, Number(after.id)));
  }
  return joinSql(
    [
      sqlText("SELECT a.* FROM audit_entry AS a"),
      ...(where.length > 0 ? [sqlText("WHERE"), joinSql(where, " AND ")] : []),
      sqlText("ORDER BY a.at_ms DESC, a.pk DESC LIMIT ?", limit),
    ],
    " ",
  );
}

function conditionOf(db: Kysely<Tables>, filter: FilterPlan): FilterCondition {
  return planToSql(filter, dialectOf(db).filter, { alias: "a" });
}

function columnsToEntry(columns: Selectable<AuditEntryTable>): AuditEntry {
  const action = auditActions.find((each) => each === columns.action);
  if (action === undefined) throw new Error(`unknown action ${columns.action}`);
  const { pk, at_ms: atMs, actor, target, address, count } = columns;
  return { id: String(pk), atMs, action, actor, target, address, count };
}
