import type { PostgresConnection } from "../connection/postgres-connection.ts";
import { quoted } from "./moved-tables.ts";

/** Writes many rows into one table, within the transaction of a connection. */
export interface BulkInsert {
  /** Takes a row as JSON. Waits now and then, so that only a few megabytes are held. */
  add(row: string): Promise<void>;
  /** Resolves once every row is written. */
  end(): Promise<void>;
}

const maxRows = 2000;
const maxCharacters = 2_000_000;

/**
 * Sends some thousand rows with one statement, while the next are gathered. They are one value of JSON,
 * which PostgreSQL takes apart faster than as many parameters.
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
    // Whoever waits for it next hears of it.
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
