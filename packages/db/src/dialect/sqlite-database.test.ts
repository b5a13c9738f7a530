import { expect, test } from "vitest";
import { tempFolder } from "../../tests/temp-database.ts";
import { openSqliteConnection } from "./node/open-connection.ts";
import { nodeDriver } from "./node/node-driver.ts";
import { createSqliteTransactions } from "./sqlite-database.ts";
import { prepareWriter, type SqliteConnection } from "./sqlite-connection.ts";

test("freed memory is used again when needed, by no more readers than before", async () => {
  using folder = tempFolder();
  const file = folder.file("tide.db");
  const writer = openSqliteConnection({ file, readonly: false });
  prepareWriter(writer, "server");
  writer.exec("CREATE TABLE tide (height INTEGER)");
  writer.exec("INSERT INTO tide VALUES (7)");
  const open = new Set<SqliteConnection>();
  const transactions = createSqliteTransactions({
    writer,
    openReader: () => {
      const reader = openSqliteConnection({ file, readonly: true });
      open.add(reader);
      const close = reader.close;
      return Object.assign(reader, {
        close: () => {
          open.delete(reader);
          close();
        },
      });
    },
    driver: nodeDriver,
    sharesCommits: true,
  });
  const height = () =>
    transactions.read(async (reader) => {
      await new Promise((resolve) => setImmediate(resolve));
      return reader.all("SELECT height FROM tide");
    });
  const readAtOnce = () => Promise.all(Array.from({ length: 9 }, height));

  await readAtOnce();
  const most = open.size;
  expect(most).toBeGreaterThan(1);
  const late = height();
  await transactions.giveBackMemory();
  expect(await late).toEqual([{ height: 7 }]);
  await transactions.giveBackMemory();
  expect(open.size).toBe(1);
  expect(await readAtOnce()).toEqual(Array.from({ length: 9 }, () => [{ height: 7 }]));
  expect(open.size).toBe(most);
  await transactions.drain();
  expect(open.size).toBe(0);
  writer.close();
});
