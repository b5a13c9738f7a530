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
  test("shows what is under a tag once that is open, in the order of names", () => {
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

  test("keeps what is open in a tag that is closed", () => {
    expect(drawn(["boat/engine"])).toEqual(drawn([]));
  });

  test("filtered it opens what leads to a match, whatever is open", () => {
    expect(drawn([], "oil")).toEqual(["v boat", "  v engine", "    oil"]);
    expect(drawn(["boat"], "#WINTER")).toEqual(["v boat", "  winter"]);
    expect(drawn([], "boat/e")).toEqual(["v boat", "  v engine", "    oil"]);
    expect(drawn([], "nowhere")).toEqual([]);
  });

  test("says where each stands among its neighbours", () => {
    const rows = treeRows(roots, new Set(["boat"]));
    expect(
      rows.slice(0, 3).map(({ level, position, setSize }) => [level, position, setSize]),
    ).toEqual([
      [1, 1, 5],
      [2, 1, 2],
      [2, 2, 2],
    ]);
  });

  test("counts what is under a tag", () => {
    expect(roots[0]).toMatchObject({ tag: "boat", under: 4, count: 2 });
  });
});
