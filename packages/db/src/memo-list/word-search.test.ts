import type { MemoSearchQuery } from "@tidemark/core";
import { describe, expect, test } from "vitest";
import { memoRow, saveRow, tempDatabase } from "../../tests/temp-database.ts";

async function searched(queries: readonly Partial<MemoSearchQuery>[]): Promise<string[][]> {
  await using open = await tempDatabase("server");
  await open.database.write(async (stores) => {
    for (const row of [
      memoRow("long", { content: `tide tables ${"and many other words ".repeat(30)}` }),
      memoRow("short", { content: "Tide tables #sea" }),
      memoRow("accent", { content: "Übergrößen am Meer #sea" }),
      memoRow("archived", { content: "tide", state: "ARCHIVED" }),
      memoRow("trashed", { content: "tide", deletedMs: 1 }),
      memoRow("comment", { content: "tide", parent: "short" }),
      memoRow("foreign", { content: "tide", creator: "users/bob" }),
      memoRow("shared", { content: "tidemark", creator: "users/bob", visibility: "PUBLIC" }),
      memoRow("tokyo-long", {
        content: `来週、東京タワーに行く。${"とても長い話が続く。".repeat(30)}`,
      }),
      memoRow("tokyo-twice", { content: "東京から東京へ #旅" }),
      memoRow("kyoto", { content: "京都のAutumn旅行 #旅" }),
      memoRow("beijing", { content: "我爱北京天安门" }),
      memoRow("seoul", { content: "서울에서 만나요" }),
      memoRow("bangkok", { content: "ฉันรักกรุงเทพ" }),
      memoRow("foreign-tokyo", { content: "東京の秘密", creator: "users/bob" }),
      memoRow("trashed-tokyo", { content: "東京", deletedMs: 1 }),
      memoRow("operators", { content: "rock AND roll NOT jazz" }),
    ]) {
      await saveRow(stores, row);
    }
  });
  const answers: string[][] = [];
  for (const query of queries) {
    const asked = {
      access: { user: "users/alice", spaces: [] } as const,
      text: "",
      tag: null,
      limit: 10,
      ...query,
    };
    const { memos } = await open.database.read(({ rankedMemos }) =>
      rankedMemos.slice(asked, Number.POSITIVE_INFINITY),
    );
    answers.push(memos.map((memo) => memo.id));
  }
  return answers;
}

describe("a search by words", () => {
  test("ranks the better match first and returns only memos that the reader may list", async () => {
    expect(
      await searched([
        { text: "TABLES tide" },
        { text: "tide tables", limit: 1 },
        { text: "tide", access: { user: null, spaces: [] } },
        { text: "tide", access: { user: "users/bob", spaces: [] } as const },
      ]),
    ).toEqual([["short", "long"], ["short"], ["shared"], ["shared", "foreign"]]);
  });

  test("takes the last word as a prefix, folds accents, and applies a tag", async () => {
    expect(
      await searched([
        { text: "uberg" },
        { text: "am me" },
        { text: "am me tide" },
        { text: "tab", tag: "sea" },
        { text: "tab", tag: "se" },
      ]),
    ).toEqual([["accent"], ["accent"], [], ["short"], []]);
  });

  test.each([
    ["東京", ["tokyo-twice", "tokyo-long"]],
    ["東京タワー", ["tokyo-long"]],
    ["タワー 東京", ["tokyo-long"]],
    ["京都 autumn", ["kyoto"]],
    ["京都autumn旅", ["kyoto"]],
    ["京都 winter", []],
    ["天安门", ["beijing"]],
    ["서울", ["seoul"]],
    ["กรุงเทพ", ["bangkok"]],
    ["大阪", []],
    ["「東京」！", ["tokyo-twice", "tokyo-long"]],
    ["、。", []],
  ])("finds %s in text without spaces", async (text, ids) => {
    const [found = []] = await searched([{ text }]);
    expect(found).toEqual(ids);
  });

  test("applies a tag, a limit and read access to unspaced text, too", async () => {
    expect(
      await searched([
        { text: "京", tag: "旅" },
        { text: "東京", limit: 1 },
        { text: "東京", access: { user: "users/bob", spaces: [] } as const },
        { text: "東京", access: { user: null, spaces: [] } },
      ]),
    ).toEqual([["tokyo-twice", "kyoto"], ["tokyo-twice"], ["foreign-tokyo"], []]);
  });

  test("never takes a word for an operator, and finds nothing without words", async () => {
    expect(
      await searched([
        { text: 'rock AND roll "NOT' },
        { text: "rock OR absent" },
        { text: "content : rock*" },
        { text: "  ?! \" ' * " },
      ]),
    ).toEqual([["operators"], [], [], []]);
  });
});
