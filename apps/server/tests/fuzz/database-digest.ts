import { createHash, type Hash } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import type { HttpServer } from "../http-server.ts";

/** Separate connection to a server's database. */
export interface DatabaseWatch extends AsyncDisposable {
  /** Returns a hash of all stored rows, except the last uses of credentials and the audit log. */
  digest(): Promise<string>;
}

/** Tables that even a rejected request may write: last uses of credentials, and failed sign-ins. */
const volatile = new Set(["session", "access_token", "audit_entry"]);

export async function watchDatabase({
  folder,
  databaseUrl,
}: Pick<HttpServer, "folder" | "databaseUrl">): Promise<DatabaseWatch> {
  return databaseUrl === null ? watchFile(join(folder, "tidemark.db")) : watchPostgres(databaseUrl);
}

function watchFile(file: string): DatabaseWatch {
  const database = new DatabaseSync(file, { readOnly: true });
  const tables = database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'",
    )
    .all()
    .map((row) => String(row["name"]))
    .filter((name) => !volatile.has(name) && !name.startsWith("sqlite_"));
  const version = database.prepare("PRAGMA data_version");
  let known = { version: -1, digest: "" };
  return {
    async digest() {
      const now = Number(version.get()?.["data_version"]);
      if (now === known.version) return known.digest;
      const hash = createHash("sha256");
      for (const table of tables) {
        const rows = database.prepare(`SELECT * FROM "${table}"`);
        rows.setReadBigInts(true);
        addRows(hash, table, rows.iterate());
      }
      known = { version: now, digest: hash.digest("hex") };
      return known.digest;
    },
    [Symbol.asyncDispose]: async () => database.close(),
  };
}

async function watchPostgres(url: string): Promise<DatabaseWatch> {
  const client = new Client(url);
  await client.connect();
  const found = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1",
  );
  const tables = found.rows.map(({ name }) => name).filter((name) => !volatile.has(name));
  return {
    async digest() {
      const hash = createHash("sha256");
      for (const table of tables) {
        // Sorted by content, because a rewritten row moves within the table.
        const { rows } = await client.query<object>(
          `SELECT * FROM "${table}" AS t ORDER BY t::text`,
        );
        addRows(hash, table, rows);
      }
      return hash.digest("hex");
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}

function addRows(hash: Hash, table: string, rows: Iterable<object>): void {
  for (const row of rows) {
    for (const value of Object.values(row)) hash.update(`${String(value)}\0`);
  }
  hash.update(`\n${table}\n`);
}
