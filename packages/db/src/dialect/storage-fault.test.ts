import { StorageError } from "@tidemark/core";
import { expect, test } from "vitest";
import { tempFolder } from "../../tests/temp-database.ts";
import { sqliteWriter } from "./transaction.ts";
import { createWriteQueue } from "./write-queue.ts";
import { driver, openSqliteConnection } from "../../tests/engine.ts";
import { prepareWriter } from "./sqlite-connection.ts";
import { namingFaults } from "./storage-fault.ts";

test("F27 · a full disk is named, rolls back the write, and writes succeed once there is room", async () => {
  using folder = tempFolder();
  const connection = openSqliteConnection({ file: folder.file("full.db"), readonly: false });
  prepareWriter(connection, "device");
  connection.exec("CREATE TABLE note (text TEXT)");
  const queue = createWriteQueue(sqliteWriter(connection), { sharesCommits: false, driver });
  const add = (text: string): Promise<void> =>
    namingFaults(
      queue.write(async (writer) => {
        writer.run("INSERT INTO note (text) VALUES ('first')");
        writer.run("INSERT INTO note (text) VALUES (?)", [text]);
      }),
      (fault) => faults.push(fault),
    );
  const faults: string[] = [];
  const count = (): unknown => connection.all("SELECT count(*) AS n FROM note")[0];

  await add("short");
  // SQLite's own limit, which fails like a full disk.
  connection.all("PRAGMA max_page_count = 8");
  await expect(add("long ".repeat(20_000))).rejects.toSatisfy(
    (error) => error instanceof StorageError && error.fault === "disk-full",
  );
  expect(faults).toEqual(["disk-full"]);
  expect(count()).toEqual({ n: 2 });
  connection.all("PRAGMA max_page_count = 100000");
  await add("long ".repeat(20_000));
  expect(count()).toEqual({ n: 4 });
  connection.close();
});

test("F27 · an error that is not due to the disk is passed on", async () => {
  const own = new TypeError("not a number");
  await expect(namingFaults(Promise.reject(own), () => expect.unreachable())).rejects.toBe(own);
});
