import type { PostgresConnection } from "../connection/postgres-connection.ts";
import type { SqlConnection } from "@tidemark/db/engine";
import { createBulkInsert } from "./bulk-insert.ts";
import { memoTextColumns, memoTexts } from "./memo-texts.ts";
import { type MovedTable, quoted } from "./moved-tables.ts";
import { rowText } from "./row-text.ts";
import { createTableDigest } from "./table-digest.ts";

/** Rows of a table that were read and sent. */
export interface CopiedTable {
  readonly rows: number;
  readonly digest: string;
  /** Number of U+0000 in texts, which PostgreSQL rejects. */
  readonly nuls: number;
}

/**
 * Copies a table's rows by key, in one transaction, with the search texts of memos. Replaces rows that the
 * target's migrations inserted. `onRows` is called with the number of rows read, now and then.
 */
export async function copyTable(
  source: SqlConnection,
  target: PostgresConnection,
  table: MovedTable,
  onRows: (rows: number) => void,
): Promise<CopiedTable> {
  const digest = createTableDigest();
  let nuls = 0;
  await target.query("BEGIN");
  await target.query(`DELETE FROM ${quoted(table.name)} WHERE ${table.where}`);
  const rows = createBulkInsert(target, table.name, table.columns);
  const texts =
    table.name === "memo" ? createBulkInsert(target, "memo_text", memoTextColumns) : null;
  const order = table.key.map(quoted).join(", ");
  for (const row of source.each<Readonly<Record<string, unknown>>>(
    `${selectRows(table)} ORDER BY ${order}`,
  )) {
    const sent = rowText(row);
    digest.add(sent.json);
    nuls += sent.nuls;
    await rows.add(sent.json);
    if (texts !== null) for (const text of memoTexts(sent.values)) await texts.add(text);
    if (digest.rows % 1000 === 0) onRows(digest.rows);
  }
  await rows.end();
  await texts?.end();
  if (table.numbered !== null) await numberFrom(source, target, table.name, table.numbered);
  await target.query("COMMIT");
  onRows(digest.rows);
  return { rows: digest.rows, digest: digest.hex(), nuls };
}

/** Returns a query for the moved rows of a table, valid on both sides. */
export function selectRows({ name, columns, where }: MovedTable): string {
  const names = columns.map((column) => quoted(column.name)).join(", ");
  return `SELECT ${names} FROM ${quoted(name)} WHERE ${where}`;
}

/** Continues numbering after the highest number ever used, even if its row is deleted. */
async function numberFrom(
  source: SqlConnection,
  target: PostgresConnection,
  table: string,
  column: string,
): Promise<void> {
  const [given] = source.all<{ readonly newest: number | null }>(
    `SELECT max(newest) AS newest FROM (
       SELECT seq AS newest FROM sqlite_sequence WHERE name = ?
       UNION ALL SELECT max(${quoted(column)}) FROM ${quoted(table)})`,
    [table],
  );
  if (given === undefined || given.newest === null || given.newest < 1) return;
  await target.query("SELECT setval(pg_get_serial_sequence($1, $2), CAST($3 AS bigint))", [
    quoted(table),
    column,
    given.newest,
  ]);
}
