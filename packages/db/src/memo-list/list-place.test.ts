import { compileFilter, memoFilterSchema, type FilterPlan } from "@tidemark/core/filter";
import { describe, expect, test } from "vitest";
import { listOrder } from "./list-order.ts";
import { isWalkedInOrder, chooseExecution } from "./execution-mode.ts";

function compile(cel: string): FilterPlan {
  const compiled = compileFilter(cel, { schema: memoFilterSchema, nowMs: 0 });
  if (!compiled.ok) throw new Error(compiled.error.message);
  return compiled.value;
}

function placeOf(cel: string | null, rows: number, visitsAll = false) {
  const filter = cel === null ? null : compile(cel);
  return chooseExecution({ filter, rows, visitsAll, walksFlags: true });
}

describe("F21 · execution mode of a list", () => {
  test.each([
    ["no filter", null, 100_000, "here"],
    ["flags in the index", "pinned && !has_link", 50_000, "here"],
    ["flags over very many memos", "pinned && !has_link", 1_000_000, "stepped"],
    ["a field that is in no index, over few memos", "updated_ts > created_ts", 5000, "here"],
    ["a field that is in no index, over many", "updated_ts > created_ts", 50_000, "stepped"],
    ["text of few rows", 'content.contains("needle")', 1000, "stepped"],
    ["text over everything", '!content.contains("needle")', 100_000, "worker"],
    [
      "one of two texts over everything",
      'content.contains("a b") || content.contains("c d")',
      100_000,
      "worker",
    ],
    ["a pattern over a handful", 'content.matches("a+b")', 50, "stepped"],
    ["a pattern over a thousand", 'content.matches("a+b")', 1000, "worker"],
    ["tags of everything", 'tag in ["a"]', 100_000, "worker"],
  ] as const)("%s: %s over %i rows runs %s", (_what, cel, rows, place) => {
    expect(placeOf(cel, rows)).toBe(place);
  });

  test("sorting or counting all rows weighs more than skipping them", () => {
    expect(placeOf(null, 1000, true)).toBe("stepped");
    expect(placeOf(null, 100_000, true)).toBe("worker");
    expect(placeOf("pinned", 100_000, true)).toBe("worker");
  });

  test("reading all rows weighs more than counting them", () => {
    const place = (readsRows: boolean) =>
      chooseExecution({ filter: null, rows: 6000, visitsAll: true, readsRows, walksFlags: false });
    expect([place(false), place(true)]).toEqual(["stepped", "worker"]);
  });

  test("a filter with shared branches is priced once for each part", () => {
    const shared = `${"pinned ? has_link : ".repeat(60)}content.contains("needle")`;
    expect(placeOf(shared, 100)).toBe("stepped");
  });
});

describe("index in the requested order", () => {
  const ordinary = { state: "NORMAL", trash: "none", parent: null } as const;
  const asc = "asc" as const;
  const desc = "desc" as const;

  test.each([
    ["newest first", [{ field: "create_time", direction: desc }], true],
    ["oldest first", [{ field: "create_time", direction: asc }], true],
    ["by update", [{ field: "update_time", direction: desc }], true],
    [
      "pinned first",
      [
        { field: "pinned", direction: desc },
        { field: "create_time", direction: desc },
      ],
      true,
    ],
    [
      "pinned first, oldest first",
      [
        { field: "pinned", direction: desc },
        { field: "create_time", direction: asc },
      ],
      false,
    ],
    ["pinned alone, newest first within", [{ field: "pinned", direction: desc }], true],
    ["pinned last, newest first within", [{ field: "pinned", direction: asc }], false],
    ["by name", [{ field: "name", direction: asc }], false],
  ] as const)("%s", (_what, terms, walked) => {
    expect(isWalkedInOrder(listOrder(terms, null), ordinary)).toBe(walked);
  });

  test("the archive, the trash and comments are indexed by creation only", () => {
    const byUpdate = listOrder([{ field: "update_time", direction: desc }], null);
    const byCreation = listOrder([], null);
    for (const other of [{ state: "ARCHIVED" }, { trash: "only" }, { parent: "m" }] as const) {
      expect(isWalkedInOrder(byUpdate, { ...ordinary, ...other })).toBe(false);
      expect(isWalkedInOrder(byCreation, { ...ordinary, ...other })).toBe(true);
    }
  });
});
