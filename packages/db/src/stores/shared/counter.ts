import type { Stamp } from "@tidemark/core/model";
import type { ChangePosition } from "@tidemark/core";
import type { Kysely } from "kysely";
import { dialectOf, runSql, selectRows, type SqlFragment, sqlText } from "../../sql/sql-text.ts";
import type { Tables } from "../../schema/tables.ts";
import { number, orNull, rowOf, stamp, text } from "../../sql/row.ts";

const valueRow = rowOf({ value: number });
const standingRow = rowOf({ value: number, stamp: orNull(stamp), milestone: orNull(text) });

/** `seq` numbers changes, `outbox` positions in a device's stream. Both start at 1. */
export type CounterName = "seq" | "outbox";

/** Takes the next number; a rollback undoes it. */
export function nextNumber(db: Kysely<Tables>, name: CounterName): Promise<number> {
  return take(db, name, sqlText("UPDATE counter SET value = value + 1 WHERE name = ?", name));
}

/** Takes the next `seq`, and stores `newest` unless the stored stamp is newer. */
export function nextChange(db: Kysely<Tables>, newest: Stamp): Promise<number> {
  const next = sqlText(
    `UPDATE counter SET value = value + 1, stamp = CASE WHEN stamp > ? THEN stamp ELSE ? END
      WHERE name = 'seq'`,
    newest,
    newest,
  );
  return take(db, "seq", next);
}

async function take(db: Kysely<Tables>, name: CounterName, next: SqlFragment): Promise<number> {
  if (!dialectOf(db).returnsCheaply) {
    await runSql(db, next);
    return lastNumber(db, name);
  }
  const returning = { ...next, sql: `${next.sql} RETURNING value` };
  return numberOf(await selectRows(db, returning, valueRow), name);
}

/** Returns the last number taken; 0 if there was none. */
export async function lastNumber(db: Kysely<Tables>, name: CounterName): Promise<number> {
  const query = sqlText("SELECT value FROM counter WHERE name = ?", name);
  const rows = await selectRows(db, query, valueRow);
  return numberOf(rows, name);
}

/** Returns the last `seq`, the newest stamp and the milestone. */
export async function readChangePosition(db: Kysely<Tables>): Promise<ChangePosition> {
  const query = sqlText("SELECT value, stamp, milestone FROM counter WHERE name = 'seq'");
  const [row] = await selectRows(db, query, standingRow);
  if (row === undefined) throw new Error("the counter seq is missing");
  return { headSeq: row.value, newestStamp: row.stamp, milestone: row.milestone };
}

export async function setLastNumber(
  db: Kysely<Tables>,
  name: CounterName,
  value: number,
): Promise<void> {
  await db.updateTable("counter").set({ value }).where("name", "=", name).execute();
}

function numberOf(rows: readonly { value: number }[], name: CounterName): number {
  const [row] = rows;
  if (row === undefined) throw new Error(`the counter ${name} is missing`);
  return row.value;
}
