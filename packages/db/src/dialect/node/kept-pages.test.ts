import { expect, test } from "vitest";
import { tempFolder } from "../../../tests/temp-database.ts";
import { openDatabase } from "../../open-database.ts";
import { nodeDriver } from "./node-driver.ts";
import type { SqliteConnection } from "../sqlite-connection.ts";

test("a server's connections cache at most 40 MiB of the file, however many read at once", async () => {
  using folder = tempFolder();
  const connections: SqliteConnection[] = [];
  await using opened = await openDatabase({
    file: folder.file("memos.db"),
    role: "server",
    driver: {
      ...nodeDriver,
      open(options) {
        const connection = nodeDriver.open(options);
        connections.push(connection);
        return connection;
      },
    },
  });
  const all = Promise.withResolvers<void>();
  let reading = 0;
  const reads = Array.from({ length: 4 }, () =>
    opened.database.read(async ({ meta }) => {
      reading += 1;
      if (reading === 4) all.resolve();
      await all.promise;
      return meta.headSeq();
    }),
  );
  await Promise.all(reads);
  expect(connections).toHaveLength(5);
  const kept = connections.map((connection) => {
    const [row] = connection.all<{ cache_size: number }>("PRAGMA cache_size");
    return -(row?.cache_size ?? 0) * 1024;
  });
  expect(Math.min(...kept)).toBeGreaterThan(0);
  expect(kept.reduce((sum, bytes) => sum + bytes, 0)).toBe(40 * 1024 * 1024);
});
