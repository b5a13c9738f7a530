import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openDataFolder, openDatabase } from "@tidemark/db/node";
import { deriveMemo } from "@tidemark/core/markdown";
import { expect, test } from "vitest";
import { openSqliteConnection } from "../packages/db/src/dialect/node/open-connection.ts";
import { memoRow } from "../packages/db/tests/temp-database.ts";

const script = resolve(import.meta.dirname, "db-check.ts");

function dbCheck(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    encoding: "utf8",
  });
  return { status, lines: stdout.trimEnd().split("\n"), stderr };
}

/** Creates a data folder with three memos, deleted when disposed. */
async function dataFolder(): Promise<Disposable & { readonly dir: string; readonly file: string }> {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-check-"));
  const file = join(dir, "tidemark.db");
  await using open = await openDatabase({ file, role: "device" });
  await open.database.write(async ({ memos }) => {
    for (const id of ["a", "b", "c"]) {
      const row = memoRow(id, { content: `#tag of ${id}` });
      const entity = { row, text: { gen: 1, state: null }, elements: [] };
      await memos.save(entity, deriveMemo(row.content));
    }
  });
  const remove = (): void => rmSync(dir, { recursive: true, force: true });
  return { dir, file, [Symbol.dispose]: remove };
}

function damage(file: string): void {
  const connection = openSqliteConnection({ file, readonly: false });
  connection.exec("UPDATE memo SET snippet = 'wrong' WHERE id = 'b'; DELETE FROM memo_trigram");
  connection.close();
}

test("accepts what the stores wrote, memo by memo and count by count", async () => {
  using folder = await dataFolder();
  expect(dbCheck("--data", folder.dir)).toEqual({
    status: 0,
    lines: ["4 passed, 0 failed"],
    stderr: "",
  });
});

test("prints a line per difference, changes nothing without --mend, and repairs with it", async () => {
  using folder = await dataFolder();
  damage(folder.file);
  const found = [
    expect.stringMatching(/^a {2}memo_trigram {2}stored /),
    'b  snippet  stored "wrong"  expected "#tag of b"',
    expect.stringMatching(/^b {2}memo_trigram {2}stored /),
    expect.stringMatching(/^c {2}memo_trigram {2}stored /),
    "1 passed, 3 failed",
  ];
  for (let run = 0; run < 2; run += 1) {
    expect(dbCheck("--data", folder.dir)).toMatchObject({ status: 1, lines: found });
  }
  expect(dbCheck("--data", folder.dir, "--mend")).toMatchObject({
    status: 0,
    lines: [...found, "mended, looking again", "4 passed, 0 failed"],
  });
  expect(dbCheck("--data", folder.dir)).toMatchObject({ status: 0 });
});

test("checks a folder that a program has open, but doesn't repair it", async () => {
  using folder = await dataFolder();
  const held = await openDataFolder(folder.dir);
  if (!held.ok) throw new Error(held.error.type);
  await using _held = held.value;
  await using _open = await openDatabase({ file: folder.file, role: "device" });
  expect(dbCheck("--data", folder.dir)).toMatchObject({ status: 0 });
  const refused = dbCheck("--data", folder.dir, "--mend");
  expect(refused.status).toBe(2);
  expect(refused.stderr).toMatch(/^db:check: .* is in use by process \d+/);
});

test("reports missing arguments", () => {
  expect(dbCheck()).toMatchObject({ status: 2, stderr: expect.stringContaining("--data DIR") });
  expect(dbCheck("--data", tmpdir())).toMatchObject({ status: 2 });
});
