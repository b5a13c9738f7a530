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

test("a database of an older version has nothing strange", () => {
  // The second has a trigger and a view that later ones drop.
  for (const version of [1, 12, 27, migrations.length]) {
    const connection = open();
    migrate(connection, migrations.slice(0, version), () => undefined);
    expect([version, strange(connection)]).toEqual([version, []]);
  }
});

test.each(["device", "server"] as const)("one that a %s uses has nothing strange", async (role) => {
  const file = scratch();
  await (await openDatabase({ file, role })).close();
  // A server's index of words goes, and a device's is made anew.
  await (await openDatabase({ file, role: role === "device" ? "server" : "device" })).close();
  const connection = open(file);
  connection.exec("ANALYZE");
  expect(strange(connection)).toEqual([]);
});

test("one that a released version wrote has nothing strange", async () => {
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
])("names a %s that is not of its version", (name, sql) => {
  const connection = open();
  migrate(connection, migrations, () => undefined);
  connection.exec(sql);
  expect(strange(connection)).toContain(name);
});

test("says nothing of a version that it does not know", () => {
  const connection = open();
  migrate(connection, migrations, () => undefined);
  connection.exec(`PRAGMA user_version = ${migrations.length + 1}`);
  expect(strange(connection)).toBeNull();
});
