import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteConnection } from "../dialect/node/open-connection.ts";
import type { SqliteConnection } from "../dialect/sqlite-connection.ts";
import { openDatabase } from "../node.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import { findStrangeObjects } from "./strange-objects.ts";

function open(file = ":memory:"): SqliteConnection {
  const connection = openSqliteConnection({ file, readonly: false });
  onTestFinished(() => connection.close());
  return connection;
}

function scratch(): string {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-strange-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return join(dir, "tidemark.db");
}

const strange = (connection: SqliteConnection) =>
  findStrangeObjects(connection, migrations, open());

test("a database of an older version has no strange objects", () => {
  // The second has a trigger and a view that later versions drop.
  for (const version of [1, 12, 27, migrations.length]) {
    const connection = open();
    migrate(connection, migrations.slice(0, version), () => undefined);
    expect([version, strange(connection)]).toEqual([version, []]);
  }
});

test.each(["device", "server"] as const)(
  "a database used by a %s has no strange objects",
  async (role) => {
    const file = scratch();
    await (await openDatabase({ file, role })).close();
    // Opening in the other role drops or creates the word index.
    await (await openDatabase({ file, role: role === "device" ? "server" : "device" })).close();
    const connection = open(file);
    connection.exec("ANALYZE");
    expect(strange(connection)).toEqual([]);
  },
);

test("a database of a released version has no strange objects", async () => {
  const file = scratch();
  const folders = resolve(import.meta.dirname, "../../../../tests/folders");
  writeFileSync(file, gunzipSync(readFileSync(join(folders, "0.2.0/device/tidemark.db.gz"))));
  expect(strange(open(file))).toEqual([]);
  await (await openDatabase({ file, role: "device" })).close();
  expect(strange(open(file))).toEqual([]);
});

test.each([
  ["trigger t", "CREATE TRIGGER t AFTER UPDATE ON meta BEGIN DELETE FROM memo; END"],
  ["table t", "CREATE TABLE t (a)"],
  ["index i", "CREATE INDEX i ON meta (upper(value))"],
  ["view blob_in_use", "DROP VIEW blob_in_use; CREATE VIEW blob_in_use AS SELECT 1 AS hash"],
  ["table lease", "DROP TABLE lease; CREATE VIRTUAL TABLE lease USING fts5 (a)"],
])("names a %s that its version does not have", (name, sql) => {
  const connection = open();
  migrate(connection, migrations, () => undefined);
  connection.exec(sql);
  expect(strange(connection)).toContain(name);
});

test("returns null for an unknown version", () => {
  const connection = open();
  migrate(connection, migrations, () => undefined);
  connection.exec(`PRAGMA user_version = ${migrations.length + 1}`);
  expect(strange(connection)).toBeNull();
});
