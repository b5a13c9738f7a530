import { join } from "node:path";
import { openDatabase } from "@tidemark/db/node";
import { expect, test } from "vitest";
import { openSqliteConnection } from "../../packages/db/src/dialect/node/open-connection.ts";
import { texts, write } from "./host-memos.ts";
import { serverAndDevices } from "./server-and-devices.ts";

async function open() {
  const setting = await serverAndDevices();
  const { dir } = setting;
  return {
    ...setting,
    /** Runs SQL on a database directly, as none of our programs does. */
    spoil(name: string, sql: string): void {
      const file = join(dir, name, "tidemark.db");
      const database = openSqliteConnection({ file, readonly: false });
      database.exec(sql);
      database.close();
    },
    /** Checks that a device's database opens. */
    async looksSound(name: string): Promise<void> {
      await (await openDatabase({ file: join(dir, name, "tidemark.db"), role: "device" })).close();
    },
  };
}

const value = <T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

test("A31 · a synced device verifies that it has the server's memos", async () => {
  const setting = await open();
  const desk = await setting.synced("desk");
  expect(await desk.app.syncTools.verified()).toBeNull();
  const first = await write(desk, "first #tag");
  await write(desk, "second");
  const binned = await write(desk, "third");
  await desk.app.createMemo({ content: "a comment", parent: first });
  await desk.app.trashMemos([binned]);
  await desk.app.updateMemo(first, {
    content: "first, edited",
    pinned: true,
    location: { placeholder: "here", latitude: 1.1, longitude: -2.3 },
  });
  const laptop = await setting.synced("laptop");
  await laptop.app.updateMemo(first, { content: "first, edited twice", visibility: "PROTECTED" });
  for (const host of [desk, laptop]) {
    const verification = value(await host.app.syncTools.verify());
    expect(verification).toMatchObject({ memos: 4, differing: 0, named: [] });
    expect(await host.app.syncTools.verified()).toEqual(verification);
  }
  // Verifying first sends pending changes.
  await write(desk, "fourth");
  expect(value(await desk.app.syncTools.verify())).toMatchObject({ memos: 5, differing: 0 });
  await desk.app.setPaused(true);
  expect(await desk.app.syncTools.verify()).toMatchObject({
    ok: false,
    error: { code: "FAILED_PRECONDITION" },
  });
});

test("A31a · lists differing memos on either side, and repairs them in both directions", async () => {
  const setting = await open();
  const desk = await setting.synced("desk");
  const other = await write(desk, "other text");
  const lost = await write(desk, "lost here");
  await write(desk, "alike");
  expect(value(await desk.app.syncTools.verify())).toMatchObject({ memos: 3, differing: 0 });
  await desk.close();
  setting.spoil(
    "desk",
    `UPDATE memo SET pinned = 1 WHERE id = '${other}';
     DELETE FROM memo WHERE id = '${lost}';`,
  );
  await setting.looksSound("desk");
  const again = await setting.device("desk");
  await again.app.syncNow();
  const found = value(await again.app.syncTools.verify());
  expect(found).toMatchObject({ memos: 1, differing: 2 });
  expect(found.named.toSorted((a, b) => (a.at < b.at ? -1 : 1))).toEqual([
    { id: other, at: "both", snippet: "other text", tags: [] },
    { id: lost, at: "server", snippet: null, tags: [] },
  ]);
  expect(value(await again.app.syncTools.repair())).toMatchObject({ memos: 3, differing: 0 });
  expect(await texts(again)).toEqual(["alike", "lost here", "other text"]);
});

test("A31a · lists a memo that the server has lost, and sends it again", async () => {
  const setting = await open();
  const desk = await setting.synced("desk");
  const lost = await write(desk, "lost on the server");
  await write(desk, "alike");
  expect(value(await desk.app.syncTools.verify())).toMatchObject({ memos: 2, differing: 0 });
  setting.spoil("server", `DELETE FROM memo WHERE id = '${lost}'`);
  const found = value(await desk.app.syncTools.verify());
  expect(found).toMatchObject({
    memos: 1,
    differing: 1,
    named: [{ id: lost, at: "here", snippet: "lost on the server" }],
  });
  expect(value(await desk.app.syncTools.repair())).toMatchObject({ memos: 2, differing: 0 });
  const laptop = await setting.synced("laptop");
  expect(await texts(laptop)).toEqual(["alike", "lost on the server"]);
});
