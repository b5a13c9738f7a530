import type { PostgresConnection } from "../connection/postgres-connection.ts";
import { quoted } from "./moved-tables.ts";

/** Inserts many rows into one table, in the transaction of a connection. */
export interface BulkInsert {
  /** Adds a row as JSON. Waits now and then, to hold only a few megabytes in memory. */
  add(row: string): Promise<void>;
  /** Resolves once every row is written. */
  end(): Promise<void>;
}

const maxRows = 2000;
const maxCharacters = 2_000_000;

/**
 * Sends some thousand rows per statement, while the next are collected. The rows are one JSON value, which
 * PostgreSQL parses faster than as many parameters.
 */
export function createBulkInsert(
  connection: PostgresConnection,
  table: string,
  columns: readonly { readonly name: string; readonly type: string }[],
): BulkInsert {
  const names = columns.map(({ name }) => quoted(name)).join(", ");
  const typed = columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(", ");
  const statement = `INSERT INTO ${quoted(table)} (${names})
    SELECT ${names} FROM json_to_recordset(CAST($1 AS json)) AS row (${typed})`;
  let gathered: string[] = [];
  let characters = 0;
  let sent: Promise<unknown> = Promise.resolve();

  const send = async (): Promise<void> => {
    const rows = `[${gathered.join(",")}]`;
    gathered = [];
    characters = 0;
    await sent;
    sent = connection.query(statement, [rows]);
    // The next wait for it reports its error.
    sent.catch(() => undefined);
  };
  return {
    async add(row) {
      gathered.push(row);
      characters += row.length;
      if (gathered.length >= maxRows || characters >= maxCharacters) await send();
    },
    async end() {
      if (gathered.length > 0) await send();
      await sent;
    },
  };
}
