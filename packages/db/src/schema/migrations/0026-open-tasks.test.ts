import { expect, test } from "vitest";
import { baseMs, memoRow, rowsOf, tempFolder } from "../../../tests/temp-database.ts";
import { openDatabase } from "../../../tests/engine.ts";
import { insertAsThen } from "../../../tests/insert-as-then.ts";
import { openMigratedTo } from "../../../tests/open-migrated-to.ts";

test("M14, F33 · open tasks of existing memos are counted, and the trash is in order of deletion", async () => {
  using folder = tempFolder();
  const file = folder.file("old.db");
  await (await openMigratedTo(25, { file, role: "device" })).close();
  insertAsThen(file, [
    memoRow("none", { content: "nothing to do" }),
    memoRow("done", { content: "- [x] a" }),
    memoRow("two", { content: "- [ ] a\n  - [x] b\n    - [ ] c" }),
    memoRow("archived", { content: "- [ ] a", state: "ARCHIVED" }),
    memoRow("first", { content: "- [ ] a", deletedMs: baseMs + 1, createdMs: baseMs + 9 }),
    memoRow("last", { deletedMs: baseMs + 5, createdMs: baseMs + 2 }),
  ]);

  const open = await openDatabase({ file, role: "device" });
  expect(rowsOf(file, "SELECT id, open_tasks AS n FROM memo WHERE open_tasks > 0")).toEqual([
    { id: "two", n: 2 },
    { id: "archived", n: 1 },
    { id: "first", n: 1 },
  ]);
  const user = "users/alice";
  expect(await open.database.read(({ memos }) => memos.counts(user))).toMatchObject({
    openTasks: 2,
    openTaskMemos: 1,
  });
  const trash = await open.database.read(({ memos }) =>
    memos.list({
      access: { user, spaces: [] },
      state: "NORMAL",
      trash: "only",
      parent: null,
      filter: null,
      order: [{ field: "delete_time", direction: "desc" }],
      after: null,
      offset: 0,
      limit: 10,
    }),
  );
  expect(trash.map(({ id }) => id)).toEqual(["last", "first"]);
  await open.close();
  expect(rowsOf(file, "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
});
