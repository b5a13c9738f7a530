import { describe, expect, test } from "vitest";
import { deriveMemo } from "@tidemark/core/markdown";
import type { MemoView } from "@tidemark/core/router";
import { memoView } from "../../tests/memo-view.ts";
import { blocksByMemo, blocksByTag, type TaskBlock } from "./task-blocks.ts";

const memo = (id: string, content: string): MemoView =>
  memoView({ id, content, ...deriveMemo(content) });
const none = (): boolean => false;

function shape(blocks: readonly TaskBlock[]): string[] {
  return blocks.map(({ key, open, isFirst, isLast, rows }) => {
    const names = rows.map((row) =>
      row.kind === "more" ? `+${row.count}` : `${row.line.text}${row.line.checked ? "✓" : ""}`,
    );
    return `${isFirst ? "[" : ""}${key} ${open}: ${names.join(", ")}${isLast ? "]" : ""}`;
  });
}

describe("tasks by memo", () => {
  test("are the open ones, and those completed just now", () => {
    const memos = [memo("a", "- [ ] one\n- [x] two\n- [x] three"), memo("b", "- [x] done")];
    expect(shape(blocksByMemo(memos, none))).toEqual(["[memo:a 1: one]"]);
    const stays = (key: string): boolean => ["a/2", "b/0"].includes(key);
    expect(shape(blocksByMemo(memos, stays))).toEqual([
      "[memo:a 1: one, three✓]",
      "[memo:b 0: done✓]",
    ]);
  });

  test("name their parent task or heading", () => {
    const content = "# Week\n\n- [ ] a\n\n## Monday\n\n- [ ] b\n  - [ ] c";
    const [block] = blocksByMemo([memo("m", content)], none);
    expect(block?.rows.map((row) => row.kind === "task" && row.crumb)).toEqual([
      null,
      "Monday",
      "b",
    ]);
  });

  test("of a long memo are split into blocks and limited", () => {
    const lines = Array.from({ length: 212 }, (_, index) => `- [ ] t${index}`);
    const blocks = blocksByMemo([memo("m", lines.join("\n"))], none);
    expect(blocks.map(({ key, open, rows }) => [key, open, rows.length])).toEqual([
      ["memo:m", 212, 50],
      ["memo:m/50", 212, 50],
      ["memo:m/100", 212, 50],
      ["memo:m/150", 212, 50],
      ["memo:m/200", 212, 1],
    ]);
    expect(blocks.at(-1)?.rows[0]).toMatchObject({ kind: "more", count: 12 });
    expect(blocks.map(({ isFirst, isLast }) => [isFirst, isLast])).toEqual([
      [true, false],
      [false, false],
      [false, false],
      [false, false],
      [false, true],
    ]);
  });
});

describe("A19 · tasks by tag", () => {
  const boat = memo("a", "#boat\n\n- [ ] crane\n- [ ] sails #loft\n- [x] rope");
  const more = memo("b", "#boat\n\n- [ ] engine");
  const loose = memo("c", "- [ ] bread");
  const groups = [
    { tag: "boat", memos: [boat] },
    { tag: "boat", memos: [more, boat] },
    { tag: "loft", memos: [boat] },
    { tag: null, memos: [loose] },
  ];

  test("are in one group each, which spans pages", () => {
    expect(shape(blocksByTag(groups, { hasMore: false, stays: none }))).toEqual([
      "[tag:boat 2: crane, engine]",
      "[tag:loft 1: sails #loft]",
      "[untagged 1: bread]",
    ]);
  });

  test("are counted once no page can add more of their tag", () => {
    const open = (hasMore: boolean) =>
      blocksByTag(groups.slice(0, 3), { hasMore, stays: none }).map((block) => block.open);
    expect(open(true)).toEqual([2, null]);
    expect(open(false)).toEqual([2, 1]);
  });

  test("keep a task completed just now, without counting it", () => {
    const stays = (key: string): boolean => key === "a/2";
    expect(shape(blocksByTag(groups.slice(0, 1), { hasMore: false, stays }))).toEqual([
      "[tag:boat 1: crane, rope✓]",
    ]);
  });
});
