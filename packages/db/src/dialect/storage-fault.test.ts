import { StorageError } from "@tidemark/core";
import { expect, test } from "vitest";
import { tempFolder } from "../../tests/temp-database.ts";
import { sqliteWriter } from "./transaction.ts";
import { createWriteQueue } from "./write-queue.ts";
import { driver, openSqliteConnection } from "../../tests/engine.ts";
import { prepareWriter } from "./sqlite-connection.ts";
import { namingFaults } from "./storage-fault.ts";

test("F27 · a full disk is named, undoes the write whole and takes writes again once there is room", async () => {
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
  // The limit of SQLite's own that answers as a disk without room does.
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

test("F27 · an error that the disk is not to blame for stays what it is", async () => {
  const own = new TypeError("not a number");
  await expect(namingFaults(Promise.reject(own), () => expect.unreachable())).rejects.toBe(own);
});
