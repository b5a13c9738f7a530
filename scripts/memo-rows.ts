import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { entityKey } from "@tidemark/core/merge";
import { openSqliteConnection } from "../packages/db/src/dialect/node/open-connection.ts";
import type { SqliteConnection } from "../packages/db/src/dialect/sqlite-connection.ts";

/** Rows of one table that belong to a memo. */
export interface TableRows {
  readonly table: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Content of one of the memo's files in the data folder. */
export interface KeptContent {
  readonly path: string;
  /** Size in bytes; null if the file is missing. */
  readonly sizeBytes: number | null;
}

export interface MemoTrace {
  readonly tables: readonly TableRows[];
  readonly contents: readonly KeptContent[];
}

/** Keys by which rows are found: the memo's id, its row number, its files and their content. */
interface Known {
  readonly id: string;
  readonly pk: number | null;
  readonly attachments: readonly string[];
  readonly hashes: readonly string[];
}

/**
 * Returns everything that a data folder contains about one memo: the rows of each table and the content of
 * its files. Only reads, from one snapshot, even while a program is running on the folder. Finds tables by
 * their columns, so new tables are included automatically.
 */
export function traceMemo(dir: string, id: string): MemoTrace {
  const connection = openSqliteConnection({ file: join(dir, "tidemark.db"), readonly: true });
  try {
    connection.exec("BEGIN");
    const known = knownOf(connection, id);
    const tables = tableNames(connection)
      .map((table) => ({ table, rows: rowsOf(connection, table, known) }))
      .filter(({ rows }) => rows.length > 0);
    connection.exec("COMMIT");
    return { tables, contents: known.hashes.map((sha256) => contentOf(dir, sha256)) };
  } finally {
    connection.close();
  }
}

function knownOf(connection: SqliteConnection, id: string): Known {
  const [memo] = connection.all<{ pk: number }>("SELECT pk FROM memo WHERE id = ?", [id]);
  const files = connection.all<{ id: string; sha256: string | null }>(
    "SELECT id, sha256 FROM attachment WHERE memo = ? ORDER BY position",
    [id],
  );
  return {
    id,
    pk: memo?.pk ?? null,
    attachments: files.map((file) => file.id),
    hashes: [...new Set(files.flatMap(({ sha256 }) => sha256 ?? []))],
  };
}

/** Returns the tables, without views and the shadow tables of indexes. */
function tableNames(connection: SqliteConnection): string[] {
  return connection
    .all<{ name: string }>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name",
    )
    .map(({ name }) => name);
}

function rowsOf(connection: SqliteConnection, table: string, known: Known): TableRows["rows"] {
  const columns = connection
    .all<{ name: string }>("SELECT name FROM pragma_table_info(?)", [table])
    .map(({ name }) => name);
  const conditions = conditionsOf(table, columns, known);
  if (conditions.length === 0) return [];
  const sql = conditions.map(({ column, values }) =>
    column === "key"
      ? // A per-memo value's key is its name followed by the memo's id.
        "substr(key, instr(key, ':') + 1) = ?"
      : `${quoted(column)} IN (${values.map(() => "?").join()})`,
  );
  return connection.all<Record<string, unknown>>(
    `SELECT * FROM ${quoted(table)} WHERE ${sql.join(" OR ")}`,
    conditions.flatMap(({ values }) => values),
  );
}

interface Condition {
  readonly column: string;
  readonly values: readonly (string | number)[];
}

function conditionsOf(table: string, columns: readonly string[], known: Known): Condition[] {
  const { id, pk, attachments, hashes } = known;
  const wanted: Readonly<Record<string, readonly (string | number)[]>> = {
    memo: [id],
    related_memo: [id],
    target: [id, `memos/${id}`],
    parent: table === "memo" ? [id] : [],
    memo_pk: pk === null ? [] : [pk],
    // Some tables store the kind in its own column, others as a prefix of the id.
    entity: [id, ...attachments, ...attachments.map((each) => entityKey("attachment", each))],
    attachment: attachments,
    sha256: hashes,
    id: table === "memo" ? [id] : [],
    key: table === "meta" ? [id] : [],
  };
  return columns
    .map((column) => ({ column, values: wanted[column] ?? [] }))
    .filter(({ values }) => values.length > 0);
}

function contentOf(dir: string, sha256: string): KeptContent {
  const path = join(dir, "blobs", "kept", sha256.slice(0, 2), sha256);
  return { path, sizeBytes: existsSync(path) ? statSync(path).size : null };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
