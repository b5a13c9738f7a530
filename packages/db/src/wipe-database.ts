import { eraseDueKey } from "@tidemark/core/commit";
import type { SqliteConnection } from "./dialect/sqlite-connection.ts";

/** Table that is reset instead of emptied: migrations create its rows. */
const counters = "counter";

/**
 * Deletes all data from the database; the schema stays. Remnants in pages and in the log must still be
 * erased, which is noted in `meta`.
 */
export function wipeDatabase(connection: SqliteConnection): void {
  const tables = connection.all<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
  );
  const isVirtual = (sql: string): boolean => /^CREATE VIRTUAL TABLE/i.test(sql);
  const virtual = tables.filter(({ sql }) => isVirtual(sql)).map(({ name }) => name);
  const isShadow = (name: string): boolean => virtual.some((each) => name.startsWith(`${each}_`));
  connection.run("BEGIN IMMEDIATE");
  try {
    for (const { name, sql } of tables) {
      if (isShadow(name)) continue;
      if (!isVirtual(sql)) connection.run(`DELETE FROM ${name === counters ? "memo" : name}`);
      else if (/USING fts5\b/i.test(sql)) {
        connection.run(`INSERT INTO ${name} (${name}) VALUES ('delete-all')`);
      }
    }
    connection.run(`UPDATE ${counters} SET value = 0, stamp = NULL, milestone = NULL`);
    connection.run("INSERT INTO meta (key, value) VALUES (?, '1')", [eraseDueKey.name]);
    connection.run("COMMIT");
  } catch (error) {
    connection.run("ROLLBACK");
    throw error;
  }
}
