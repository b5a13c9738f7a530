import { accountKey } from "@tidemark/core/sync/device";
import { expect, test } from "vitest";
import { openDatabase } from "../../open-database.ts";
import { loadSqlite } from "./load-sqlite.ts";
import { wasmDriver } from "./wasm-driver.ts";

const sqlite3 = await loadSqlite();
const driver = wasmDriver(sqlite3);
const open = () => openDatabase({ file: "/reopened.db", role: "device", driver });

test("a database as WebAssembly is opened again with its data, also after it was not closed", async () => {
  const first = await open();
  await first.database.write(({ meta }) => meta.set(accountKey, "users/a"));
  await first.close();
  const second = await open();
  expect(second.wasClosedCleanly).toBe(true);
  expect(await second.database.read(({ meta }) => meta.get(accountKey))).toBe("users/a");
  await second.close();
});

test("erasing deleted text empties the log and leaves the file in place", async () => {
  await using opened = await open();
  await opened.database.write(({ meta }) => meta.set(accountKey, "users/b"));
  await opened.eraseDeletedText();
  expect(await opened.quickCheck()).toEqual([]);
  expect(await opened.database.read(({ meta }) => meta.get(accountKey))).toBe("users/b");
});
