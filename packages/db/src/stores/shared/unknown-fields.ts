import { defineMeta, metaForm } from "@tidemark/core";
import { parseUnknown, unknownFieldLimits } from "@tidemark/core/merge";
import type { SqlConnection } from "../../sql/connection.ts";

/** A row whose unknown fields exceed the limit of every peer (R19b): it is read without them. */
export interface OversizedRow {
  readonly table: "memo" | "attachment";
  readonly id: string;
}

const listeners = new Set<(row: OversizedRow) => void>();

/**
 * Calls a listener once for each row of any database that was read without its unknown fields, for logging.
 * Returns a function that stops it.
 */
export function onOversizedRow(listener: (row: OversizedRow) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const logged = new Set<string>();
const maxLogged = 10_000;

/** Reads the column. Reports a row that exceeds the limit, and reads it as empty. */
export function readUnknownFields(
  stored: string,
  row: OversizedRow,
): Readonly<Record<string, unknown>> {
  const fields = parseUnknown(stored);
  if (fields !== null) return fields;
  log(row);
  return {};
}

function log(row: OversizedRow): void {
  const key = `${row.table} ${row.id}`;
  if (logged.has(key) || logged.size >= maxLogged) return;
  logged.add(key);
  for (const listener of listeners) listener(row);
}

const doneKey = defineMeta("db.unknown_fields_bounded", metaForm.mark).name;

/**
 * Empties unknown fields that exceed the limit of every peer, once per database. They were written before
 * there was a limit, and lists would have to read them to skip them.
 */
export function boundUnknownFields(connection: SqlConnection): void {
  const [done] = connection.all("SELECT 1 FROM meta WHERE key = ?", [doneKey]);
  if (done !== undefined) return;
  for (const table of ["memo", "attachment"] as const) {
    const columns = connection.all("SELECT 1 FROM pragma_table_info(?) WHERE name = 'extra'", [
      table,
    ]);
    // The schema was opened at an older migration.
    if (columns.length === 0) return;
    const rows = connection.all<{ id: string }>(
      `SELECT id FROM ${table} NOT INDEXED WHERE octet_length(extra) > ?`,
      [unknownFieldLimits.bytes],
    );
    for (const { id } of rows) {
      connection.run(`UPDATE ${table} SET extra = '{}' WHERE id = ?`, [id]);
      log({ table, id });
    }
  }
  connection.run("INSERT OR REPLACE INTO meta (key, value) VALUES (?, '1')", [doneKey]);
}
