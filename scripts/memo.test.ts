import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { draftKeys } from "@tidemark/core/sync/device";
import { openDatabase } from "@tidemark/db/node";
import { expect, test } from "vitest";
import { withAllStores } from "../packages/db/tests/all-stores.ts";
import { memoRow, saveRow } from "../packages/db/tests/temp-database.ts";
import { traceMemo } from "./memo-rows.ts";

const script = resolve(import.meta.dirname, "memo.ts");

/** Runs the script; several runs may be concurrent. */
function memo(...args: string[]) {
  return new Promise<{ status: unknown; stdout: string; stderr: string }>((done) => {
    execFile(process.execPath, [script, ...args], (error, stdout, stderr) =>
      done({ status: error === null ? 0 : error.code, stdout, stderr }),
    );
  });
}

test("prints a memo through every table while a program has the folder open", async () => {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-memo-"));
  try {
    await using open = withAllStores(
      await openDatabase({ file: join(dir, "tidemark.db"), role: "device" }),
    );
    const row = memoRow("m1", { content: "A #tide\nof words" });
    await open.database.write(async (stores) => {
      await saveRow(stores, row, new Uint8Array(7));
      await saveRow(stores, memoRow("other"));
      await stores.bases.set("m1", null);
      await stores.outbox.append({ kind: "memo.purge", entity: "m1", stamp: "1-0-a" }, 5);
      await stores.outbox.append({ kind: "memo.purge", entity: "other", stamp: "1-0-a" }, 5);
      await stores.feed.put({ scope: "u:a", kind: "memo", entity: "m1", seq: 3, op: "up" });
      await stores.meta.set(draftKeys.at("m1"), "half a word");
    });
    const { tables } = traceMemo(dir, "m1");
    expect(tables.map(({ table, rows }) => [table, rows.length])).toEqual([
      ["entity_base", 1],
      ["feed", 1],
      ["memo", 1],
      ["memo_doc", 1],
      ["memo_tag", 1],
      ["meta", 1],
      ["outbox", 1],
    ]);
    const [found, unknown] = await Promise.all([
      memo("memos/m1", "--data", dir),
      memo("m2", "--data", dir),
    ]);
    expect(found.status).toBe(0);
    expect(found.stdout).toContain("content: 'A #tide\\nof words'");
    expect(found.stdout).toContain("state: 7 bytes");
    expect(unknown).toMatchObject({ status: 1, stdout: "" });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test("reports missing arguments", async () => {
  const [untold, nowhere] = await Promise.all([
    memo("m1"),
    memo("m1", "--data", import.meta.dirname),
  ]);
  expect(untold).toMatchObject({ status: 2, stderr: expect.stringContaining("--data") });
  expect(nowhere).toMatchObject({ status: 2, stderr: expect.stringContaining("tidemark.db") });
});
