import type { MemoListQuery } from "@tidemark/core";
import { compileFilter, memoFilterSchema } from "@tidemark/core/filter";
import { describe, expect, test } from "vitest";
import { lacks } from "../../tests/engine.ts";
import { baseMs, memoRow, saveRow, tempDatabase } from "../../tests/temp-database.ts";

const bob = { creator: "users/bob" } as const;
const rows = [
  memoRow("own", { content: "#sea own", createdMs: baseMs + 1 }),
  memoRow("own-public", { content: "#sea", visibility: "PUBLIC", createdMs: baseMs + 2 }),
  memoRow("own-archived", { state: "ARCHIVED", visibility: "PUBLIC" }),
  memoRow("bob-public", { ...bob, content: "#sea", visibility: "PUBLIC", createdMs: baseMs + 3 }),
  memoRow("bob-protected", { ...bob, visibility: "PROTECTED", createdMs: baseMs + 4 }),
  memoRow("bob-pinned", {
    ...bob,
    visibility: "PROTECTED",
    content: "#sea/shore needle",
    pinned: true,
    createdMs: baseMs + 5,
  }),
  memoRow("bob-team", {
    ...bob,
    content: "#sea/team",
    visibility: "SPACE",
    space: "spaces/team",
    createdMs: baseMs + 6,
  }),
  memoRow("bob-comment", { ...bob, parent: "own-public", visibility: "PUBLIC" }),
  memoRow("bob-trashed", { ...bob, visibility: "PUBLIC", deletedMs: baseMs }),
  memoRow("bob-private", { ...bob }),
];

function queryOf(among: MemoListQuery["among"], filter?: string): MemoListQuery {
  const compiled = compileFilter(filter ?? "true", { schema: memoFilterSchema, nowMs: 0 });
  if (!compiled.ok) throw new Error(compiled.error.message);
  return {
    access: { user: "users/alice", spaces: ["spaces/team"] },
    state: "NORMAL",
    trash: "none",
    parent: null,
    among,
    filter: filter === undefined ? null : compiled.value,
    order: [],
    after: null,
    offset: 0,
    limit: 50,
  };
}

async function filled() {
  const open = await tempDatabase();
  await open.database.write(async (stores) => {
    for (const row of rows) await saveRow(stores, row);
  });
  return open;
}

describe("F36 · lists of own memos and of memos visible to everyone", () => {
  test.each([
    ["own", undefined, ["bob-team", "own-public", "own"]],
    ["everybody", undefined, ["bob-pinned", "bob-protected", "bob-public", "own-public"]],
    ["own", `"sea" in tags`, ["own-public", "own"]],
    ["everybody", `"sea" in tags`, ["bob-public", "own-public"]],
    [
      "own",
      `tags.exists(t, t == "sea" || t.startsWith("sea/"))`,
      ["bob-team", "own-public", "own"],
    ],
    [
      "everybody",
      `tags.exists(t, t == "sea" || t.startsWith("sea/"))`,
      ["bob-pinned", "bob-public", "own-public"],
    ],
    ["own", `content.contains("needle")`, []],
    ["everybody", `content.contains("needle")`, ["bob-pinned"]],
    ["everybody", `content.contains("own")`, []],
    ["everybody", `creator == "users/bob"`, ["bob-pinned", "bob-protected", "bob-public"]],
    ["everybody", `creator == "users/bob" && "sea" in tags`, ["bob-public"]],
    ["everybody", `creator == "users/carol"`, []],
    ["own", `visibility == "PUBLIC"`, ["own-public"]],
    ["own", `visibility in ["PUBLIC", "PROTECTED", "SPACE"]`, ["bob-team", "own-public"]],
    [undefined, `visibility == "PUBLIC"`, ["bob-public", "own-public"]],
    [undefined, `visibility == "PROTECTED"`, ["bob-pinned", "bob-protected"]],
    ["own", "pinned", []],
    ["everybody", "pinned", ["bob-pinned"]],
  ] as const)("%s, with %s", async (among, filter, expected) => {
    await using open = await filled();
    const query = queryOf(among, filter);
    const found = await open.database.read(({ memos }) => memos.list(query));
    expect(found.map(({ id }) => id)).toEqual(expected);
    expect(await open.database.read(({ memos }) => memos.count(query))).toBe(expected.length);
  });

  test("archived and deleted memos are not visible to everyone", async () => {
    await using open = await filled();
    const shown = (changes: Partial<MemoListQuery>) =>
      open.database.read(({ memos }) => memos.list({ ...queryOf("everybody"), ...changes }));
    expect(await shown({ state: "ARCHIVED" })).toEqual([]);
    expect(await shown({ trash: "only" })).toEqual([]);
    const hidden = { user: "users/alice", spaces: [], hidesPublic: true } as const;
    expect(await shown({ access: hidden })).toEqual([]);
  });

  test.skipIf(lacks("plans"))(
    "F36b · each walks its own index, newest first, and no row of the other",
    async () => {
      await using open = await filled();
      const planOf = async (among: MemoListQuery["among"]): Promise<string[]> => {
        const query = { ...queryOf(among), after: { values: [baseMs + 9, 99], id: "x" } };
        const { plan, place } = await open.database.read(({ memos }) => memos.explain(query));
        expect(place).toBe("here");
        return plan
          .map((line) => line.trim())
          .filter((line) => /(SEARCH|SCAN) m\b|FOR ORDER/.test(line));
      };
      expect(await planOf("everybody")).toEqual([
        expect.stringMatching(/^SEARCH m USING INDEX memo_shared_created \(/),
      ]);
      expect((await planOf("own")).filter((line) => line.startsWith("SEARCH"))).toEqual([
        expect.stringMatching(/^SEARCH m USING INDEX memo_own_created \(creator=\?/),
        expect.stringMatching(/^SEARCH m USING INDEX memo_space_created \(space=\?/),
      ]);
    },
  );
});
