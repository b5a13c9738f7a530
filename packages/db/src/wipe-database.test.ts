import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { memoRow, saveRow, tempDatabase } from "../tests/temp-database.ts";
import { accountKey, draftKeys } from "@tidemark/core/sync/device";

test("a wiped database is empty, usable, and has no remnant of its data", async () => {
  await using open = await tempDatabase("server");
  await open.database.write(async (stores) => {
    await saveRow(stores, memoRow("a", { content: "an unforgettable word #secret" }));
    await stores.meta.set(accountKey, "users/alice");
    await stores.meta.set(draftKeys.at("new"), "unforgettable draft");
    await stores.meta.nextSeq();
  });
  await open.wipe();
  for (const file of [open.file, `${open.file}-wal`]) {
    expect(readFileSync(file).toString("latin1")).not.toContain("unforgettable");
  }
  await open.database.write(async (stores) => {
    expect(await stores.memos.idsByOthers("")).toEqual([]);
    expect(await stores.meta.get(accountKey)).toBeNull();
    expect(await stores.meta.nextSeq()).toBe(1);
    await saveRow(stores, memoRow("b", { content: "a new #start" }));
  });
  const { memos: found } = await open.database.read(({ rankedMemos }) =>
    rankedMemos.slice(
      { access: { user: "users/alice", spaces: [] }, text: "start", tag: null, limit: 10 },
      Number.POSITIVE_INFINITY,
    ),
  );
  expect(found.map((memo) => memo.id)).toEqual(["b"]);
  expect(await open.quickCheck()).toEqual([]);
});
