import type { TagNode } from "@tidemark/core";
import { describe, expect, test } from "vitest";
import { buildTree, treeRows } from "./build-tree.ts";

const node = (tag: string, under = 1, count = under): TagNode => ({
  tag,
  under,
  count,
  lastUsedMs: 0,
});

const roots = buildTree([
  node("boat", 4, 2),
  node("boat+"),
  node("boat/engine", 2, 0),
  node("boat/engine/oil", 2),
  node("boat/winter"),
  node("log10"),
  node("log9"),
  node("Zeta"),
]);
const drawn = (open: readonly string[], filter?: string) =>
  treeRows(roots, new Set(open), filter).map(
    ({ branch, level, isOpen }) => `${"  ".repeat(level - 1)}${isOpen ? "v " : ""}${branch.name}`,
  );

describe("the tree of tags", () => {
  test("shows the subtags of an open tag, sorted by name", () => {
    expect(drawn([])).toEqual(["boat", "boat+", "log9", "log10", "Zeta"]);
    expect(drawn(["boat", "boat/engine"])).toEqual([
      "v boat",
      "  v engine",
      "    oil",
      "  winter",
      "boat+",
      "log9",
      "log10",
      "Zeta",
    ]);
  });

  test("keeps the open state of tags inside a closed one", () => {
    expect(drawn(["boat/engine"])).toEqual(drawn([]));
  });

  test("opens the path to each match of a filter, whatever is open", () => {
    expect(drawn([], "oil")).toEqual(["v boat", "  v engine", "    oil"]);
    expect(drawn(["boat"], "#WINTER")).toEqual(["v boat", "  winter"]);
    expect(drawn([], "boat/e")).toEqual(["v boat", "  v engine", "    oil"]);
    expect(drawn([], "nowhere")).toEqual([]);
  });

  test("gives the position of each tag among its siblings", () => {
    const rows = treeRows(roots, new Set(["boat"]));
    expect(
      rows.slice(0, 3).map(({ level, position, setSize }) => [level, position, setSize]),
    ).toEqual([
      [1, 1, 5],
      [2, 1, 2],
      [2, 2, 2],
    ]);
  });

  test("counts the subtags of a tag", () => {
    expect(roots[0]).toMatchObject({ tag: "boat", under: 4, count: 2 });
  });
});
