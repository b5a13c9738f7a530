import { describe, expect, test } from "vitest";
import { memoView } from "../../../tests/memo-view.ts";
import { inColumns } from "./in-columns.ts";
import { timelineRows } from "./rows.ts";

const now = new Date(2026, 10, 20, 14, 0).getTime();

describe("memos in columns", () => {
  const memo = (id: string, day: number) =>
    memoView({ id, createdMs: new Date(2026, 10, day, 12).getTime() });
  const rowsOf = (pinned: string[], days: Readonly<Record<number, string>>) =>
    timelineRows({
      pinned: pinned.map((id) => memo(id, 1)),
      memos: Object.entries(days)
        .toReversed()
        .flatMap(([day, ids]) => [...ids].map((id) => memo(id, Number(day)))),
      hasMore: false,
      nowMs: now,
    });
  const shape = (rows: ReturnType<typeof rowsOf>, columns: number) =>
    inColumns(rows, columns).map((row) =>
      row.kind === "grid" ? `${row.key}=${row.holds.join("")}` : row.key,
    );

  test("are laid out in rows under their day, left to right", () => {
    expect(shape(rowsOf([], { 20: "abcd", 18: "ef" }), 3)).toEqual([
      "day:2026-11-20",
      "day:2026-11-20/0=abc",
      "day:2026-11-20/1=d",
      "day:2026-11-18",
      "day:2026-11-18/0=ef",
    ]);
  });

  test("no row mixes days, or pinned memos with others", () => {
    expect(shape(rowsOf(["p"], { 20: "a", 18: "b" }), 2)).toEqual([
      "pinned/0=p",
      "day:2026-11-20",
      "day:2026-11-20/0=a",
      "day:2026-11-18",
      "day:2026-11-18/0=b",
    ]);
  });

  test("a new first memo leaves the rows of other days unchanged", () => {
    const before = shape(rowsOf([], { 20: "ab", 18: "cd" }), 2);
    const after = shape(rowsOf([], { 20: "nab", 18: "cd" }), 2);
    expect(after.slice(-2)).toEqual(before.slice(-2));
    expect(after.slice(1, 3)).toEqual(["day:2026-11-20/0=na", "day:2026-11-20/1=b"]);
  });

  test("one column returns the rows unchanged", () => {
    const rows = rowsOf([], { 20: "ab" });
    expect(inColumns(rows, 1)).toBe(rows);
  });
});
