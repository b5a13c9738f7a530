import { describe, expect, test } from "vitest";
import { baseMs, memoRow, saveRow, tempDatabase } from "../../tests/temp-database.ts";
import type { UserReference } from "@tidemark/core/names";

const rows = [
  memoRow("own", { content: "#a #b", createdMs: baseMs + 1 }),
  memoRow("pinned", {
    content: "#a\n\n- [ ] open\n  - [ ] under\n- [x] done",
    createdMs: baseMs + 9,
    pinned: true,
  }),
  memoRow("done", { content: "#done\n\n- [x] closed" }),
  memoRow("archived", { content: "#archived\n\n- [ ] open", state: "ARCHIVED", pinned: true }),
  memoRow("trashed", { content: "#trashed", deletedMs: baseMs }),
  memoRow("both", { content: "#both", state: "ARCHIVED", deletedMs: baseMs }),
  memoRow("comment", { content: "#comment\n\n- [ ] open", parent: "own" }),
  memoRow("shared", { creator: "users/bob", content: "#a #bob", visibility: "PROTECTED" }),
  memoRow("open", { creator: "users/bob", content: "#open", visibility: "PUBLIC" }),
  memoRow("secret", { creator: "users/bob", content: "#secret" }),
  memoRow("team", {
    creator: "users/bob",
    content: "#team",
    visibility: "SPACE",
    space: "spaces/team",
  }),
  memoRow("mine-shared", { content: "#a", visibility: "PUBLIC" }),
];

async function counted() {
  const open = await tempDatabase();
  await open.database.write(async (stores) => {
    for (const row of rows) await saveRow(stores, row);
  });
  return open;
}

describe("counts", () => {
  test("tags of own listed memos, most used first, with the time of the newest memo", async () => {
    await using open = await counted();
    const access = { user: "users/alice", spaces: ["spaces/team"] } as const;
    expect(await open.database.read(({ memos }) => memos.tagCounts(access, true))).toEqual([
      { tag: "a", count: 3, lastUsedMs: baseMs + 9 },
      { tag: "b", count: 1, lastUsedMs: baseMs + 1 },
      { tag: "done", count: 1, lastUsedMs: baseMs },
    ]);
  });

  test("tags of all visible memos count an own shared memo once", async () => {
    await using open = await counted();
    const names = async (
      user: UserReference | null,
      spaces: string[],
    ): Promise<[string, number][]> => {
      const tags = await open.database.read(({ memos }) =>
        memos.tagCounts({ user, spaces }, false),
      );
      return tags.map(({ tag, count }) => [tag, count]);
    };
    expect(await names("users/alice", ["spaces/team"])).toEqual([
      ["a", 4],
      ["b", 1],
      ["bob", 1],
      ["done", 1],
      ["open", 1],
      ["team", 1],
    ]);
    expect(await names("users/carol", [])).toEqual([
      ["a", 2],
      ["bob", 1],
      ["open", 1],
    ]);
    expect(await names(null, [])).toEqual([
      ["a", 1],
      ["open", 1],
    ]);
  });

  test("tags of own listed memos with open tasks, in order, page by page", async () => {
    await using open = await counted();
    await open.database.write(async (stores) => {
      await saveRow(stores, memoRow("more", { content: "#b #c\n\n- [ ] open" }));
      await saveRow(stores, memoRow("others", { creator: "users/bob", content: "- [ ] #d" }));
    });
    const tags = (afterTag: string, limit: number) =>
      open.database.read(({ memos }) => memos.openTaskTags("users/alice", afterTag, limit));
    expect(await tags("", 10)).toEqual(["a", "b", "c"]);
    expect(await tags("", 2)).toEqual(["a", "b"]);
    expect(await tags("b", 2)).toEqual(["c"]);
  });

  test("memos by state, without comments and others' memos", async () => {
    await using open = await counted();
    const counts = (user: UserReference): Promise<unknown> =>
      open.database.read(({ memos }) => memos.counts(user));
    expect(await counts("users/alice")).toEqual({
      normal: 4,
      archived: 1,
      trashed: 2,
      pinned: 1,
      openTasks: 2,
      openTaskMemos: 1,
    });
    expect(await counts("users/nobody")).toEqual({
      normal: 0,
      archived: 0,
      trashed: 0,
      pinned: 0,
      openTasks: 0,
      openTaskMemos: 0,
    });
  });

  test("memos by day of creation, in the reader's time zone", async () => {
    await using open = await tempDatabase();
    const hour = 3_600_000;
    const at = (id: string, createdMs: number, more = {}) => memoRow(id, { createdMs, ...more });
    await open.database.write(async (stores) => {
      await saveRow(stores, at("before", -1));
      await saveRow(stores, at("first", 0));
      await saveRow(stores, at("late", 23 * hour));
      await saveRow(stores, at("next", 24 * hour));
      await saveRow(stores, at("out", 48 * hour));
      await saveRow(stores, at("archived", 1, { state: "ARCHIVED" }));
      await saveRow(stores, at("comment", 1, { parent: "first" }));
      await saveRow(stores, at("others", 1, { creator: "users/bob" }));
    });
    const days = (offsetMs: number): Promise<unknown> =>
      open.database.read(({ memos }) =>
        memos.dayCounts("users/alice", { fromMs: -24 * hour, toMs: 48 * hour, offsetMs }),
      );
    expect(await days(0)).toEqual([
      { day: -1, count: 1 },
      { day: 0, count: 2 },
      { day: 1, count: 1 },
    ]);
    expect(await days(2 * hour)).toEqual([
      { day: 0, count: 2 },
      { day: 1, count: 2 },
    ]);
    expect(await days(-2 * hour)).toEqual([
      { day: -1, count: 2 },
      { day: 0, count: 2 },
    ]);
  });
});
