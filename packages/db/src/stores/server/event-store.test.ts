import { expect, test } from "vitest";
import { tempFolder } from "../../../tests/temp-database.ts";
import { openDatabase } from "../../open-database.ts";
import { nodeDriver } from "../../dialect/node/node-driver.ts";

test("the log is trimmed even by processes that end after a few events", async () => {
  using folder = tempFolder();
  const file = folder.file("memos.db");
  const event = { type: "memo.updated", name: "memos/a", parent: null, memo: "a" } as const;
  const who = { scopes: ["u:bob"], exceptScopes: [], atMs: 0 };
  const addAndClose = async (count: number): Promise<number> => {
    await using opened = await openDatabase({ file, role: "server", driver: nodeDriver });
    return opened.database.write(async ({ events }) => {
      for (let added = 0; added < count; added += 1) await events.add({ ...event, ...who });
      return (await events.headId()) - (await events.firstId()) + 1;
    });
  };
  expect(await addAndClose(10_050)).toBeGreaterThanOrEqual(10_000);
  for (let run = 0; run < 4; run += 1) {
    const kept = await addAndClose(60);
    expect(kept).toBeGreaterThanOrEqual(10_000);
    expect(kept).toBeLessThanOrEqual(10_064);
  }
});
