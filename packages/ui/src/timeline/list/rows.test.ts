import { describe, expect, test } from "vitest";
import { memoView } from "../../../tests/memo-view.ts";
import { timelineRows } from "./rows.ts";

const now = new Date(2026, 10, 20, 14, 0).getTime();
const at = (year: number, month: number, day: number, hour = 12): number =>
  new Date(year, month - 1, day, hour).getTime();

describe("the rows of the timeline", () => {
  const memo = (id: string, createdMs: number) => memoView({ id, createdMs });
  const shape = (input: Partial<Parameters<typeof timelineRows>[0]>) =>
    timelineRows({ pinned: [], memos: [], hasMore: false, nowMs: now, ...input }).map((row) =>
      row.kind === "memo" ? `${row.position}:${row.key}` : row.key,
    );

  test("memos of one day share its header", () => {
    const memos = [
      memo("c", at(2026, 11, 20)),
      memo("b", at(2026, 11, 20, 1)),
      memo("a", at(2026, 11, 18)),
    ];
    expect(shape({ memos })).toEqual(["day:2026-11-20", "1:c", "2:b", "day:2026-11-18", "3:a"]);
  });

  test("pinned memos are first and aren't repeated below", () => {
    const pinned = [memo("p", at(2026, 1, 1))];
    const memos = [memo("c", at(2026, 11, 20)), memo("p", at(2026, 1, 1))];
    expect(shape({ pinned, memos })).toEqual(["1:p", "day:2026-11-20", "2:c"]);
  });

  test("a sheet ends with its day unless the next page may continue the day", () => {
    const memos = [
      memo("c", at(2026, 11, 20)),
      memo("b", at(2026, 11, 20, 1)),
      memo("a", at(2026, 11, 18)),
    ];
    const sheets = (hasMore: boolean) =>
      timelineRows({ pinned: [], memos, hasMore, nowMs: now }).map((row) =>
        row.kind === "day"
          ? `${row.day.name} ${row.count}`
          : `${row.isFirst ? "[" : ""}${row.key}${row.isLast ? "]" : ""}`,
      );
    expect(sheets(false)).toEqual(["Today 2", "[c", "b]", "Wednesday 1", "[a]"]);
    expect(sheets(true)).toEqual(["Today 2", "[c", "b]", "Wednesday null", "[a"]);
  });

  test("a memo on two pages is rendered once", () => {
    const twice = memo("a", at(2026, 11, 20));
    expect(shape({ memos: [twice, twice] })).toEqual(["day:2026-11-20", "1:a"]);
  });

  test("trashed memos are grouped by the day of their deletion", () => {
    const deleted = (id: string, createdMs: number, deletedMs: number) =>
      memoView({ id, createdMs, deletedMs });
    const memos = [
      deleted("a", at(2026, 1, 1), at(2026, 11, 20, 13)),
      deleted("b", at(2026, 11, 20), at(2026, 11, 20, 12)),
      deleted("c", at(2026, 11, 20), at(2026, 11, 17)),
    ];
    const rows = timelineRows({
      pinned: [],
      memos,
      hasMore: false,
      isTrash: true,
      nowMs: now,
      locale: "en-GB",
    });
    expect(
      rows.map((row) => (row.kind === "day" ? `${row.day.name}${row.day.date}` : row.key)),
    ).toEqual(["Deleted today", "a", "b", "Deleted Tue 17 Nov", "c"]);
  });
});
