import { expect, test } from "vitest";
import { lacks, openSqliteConnection } from "../../../../tests/engine.ts";
import { memoRow, saveRow, tempDatabase } from "../../../../tests/temp-database.ts";

// What a connection found is not asked for again until somebody commits.
test.skipIf(lacks("plans"))(
  "what was found holds until the next commit, whoever makes it",
  async () => {
    await using open = await tempDatabase();
    await open.database.write(async (stores) => {
      await saveRow(stores, memoRow("m", { content: "ebb", seq: 1 }));
    });
    const look = () =>
      open.database.read(async ({ memos }) => ({
        content: (await memos.find("m"))?.content,
        withParts: await memos.idsWithParts(["m"]),
      }));
    const bare = { content: "ebb", withParts: [] };
    expect([await look(), await look(), await look()]).toEqual([bare, bare, bare]);
    const other = openSqliteConnection({ file: open.file, readonly: false });
    try {
      other.run("UPDATE memo SET content = 'flood', seq = 2 WHERE id = 'm'");
      expect([await look(), await look()]).toEqual([
        { content: "flood", withParts: [] },
        { content: "flood", withParts: [] },
      ]);
      other.run("INSERT INTO memo_element VALUES ('m', 'reaction', 'x', 'null', '')");
      expect(await look()).toEqual({ content: "flood", withParts: ["m"] });
      other.run("DELETE FROM memo_element");
      expect(await look()).toEqual({ content: "flood", withParts: [] });
    } finally {
      other.close();
    }
  },
);

// WebAssembly has one connection, on which a write waits for the read to end.
test.skipIf(lacks("backups"))("what a read finds is of the moment at which it began", async () => {
  await using open = await tempDatabase();
  await open.database.write(async (stores) => {
    await saveRow(stores, memoRow("m", { content: "ebb", seq: 1 }));
  });
  const content = async () =>
    open.database.read(async ({ memos }) => (await memos.find("m"))?.content);
  await content();
  const [early, late] = await open.database.read(async ({ memos }) => {
    const before = (await memos.find("m"))?.content;
    await open.database.write(async (stores) => {
      await saveRow(stores, memoRow("m", { content: "flood", seq: 2 }));
    });
    expect(await content()).toBe("flood");
    return [before, (await memos.find("m"))?.content];
  });
  expect([early, late]).toEqual(["ebb", "ebb"]);
  expect(await content()).toBe("flood");
});
