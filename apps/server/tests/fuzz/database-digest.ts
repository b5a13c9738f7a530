import { createHash } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Looks at a server's database from beside it. */
export interface DatabaseWatch extends Disposable {
  /** A hash of all that is stored, besides when a credential was used last and the audit log. */
  digest(): string;
}

/** Tables with a time of last use, which moves with a refused request as well; failed sign-ins are entered. */
const volatile = new Set(["session", "access_token", "audit_entry"]);

export function watchDatabase(folder: string): DatabaseWatch {
  const database = new DatabaseSync(join(folder, "tidemark.db"), { readOnly: true });
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
    digest() {
      const now = Number(version.get()?.["data_version"]);
      if (now === known.version) return known.digest;
      const hash = createHash("sha256");
      for (const table of tables) {
        const rows = database.prepare(`SELECT * FROM "${table}"`);
        rows.setReadBigInts(true);
        for (const row of rows.iterate()) {
          for (const value of Object.values(row)) hash.update(`${String(value)}\0`);
        }
        hash.update(`\n${table}\n`);
      }
      known = { version: now, digest: hash.digest("hex") };
      return known.digest;
    },
    [Symbol.dispose]: () => database.close(),
  };
}
