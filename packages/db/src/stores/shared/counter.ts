import type { Kysely } from "kysely";
import { dialectOf, runSql, selectRows, sqlText } from "../../sql/sql-text.ts";
import type { Tables } from "../../schema/tables.ts";
import { number, rowOf } from "../../sql/row.ts";

const valueRow = rowOf({ value: number });

/** `seq` numbers changes, `outbox` positions in a device's stream. Both start at 1. */
export type CounterName = "seq" | "outbox";

/** Takes the next number; a transaction that is rolled back gives it back. */
export async function nextNumber(db: Kysely<Tables>, name: CounterName): Promise<number> {
  const next = sqlText("UPDATE counter SET value = value + 1 WHERE name = ?", name);
  if (!dialectOf(db).returnsCheaply) {
    await runSql(db, next);
    return lastNumber(db, name);
  }
  const returning = { ...next, sql: `${next.sql} RETURNING value` };
  return numberOf(await selectRows(db, returning, valueRow), name);
}

/** The number given last; 0 when none was. */
export async function lastNumber(db: Kysely<Tables>, name: CounterName): Promise<number> {
  const query = sqlText("SELECT value FROM counter WHERE name = ?", name);
  const rows = await selectRows(db, query, valueRow);
  return numberOf(rows, name);
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
