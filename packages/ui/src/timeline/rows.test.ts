import { describe, expect, test } from "vitest";
import { memoView } from "../../tests/memo-view.ts";
import { dayLabel } from "./day-label.ts";
import { firstLine, timelineRows } from "./rows.ts";

const now = new Date(2026, 10, 20, 14, 0).getTime();
const at = (year: number, month: number, day: number, hour = 12): number =>
  new Date(year, month - 1, day, hour).getTime();

describe("the label of a day", () => {
  test.each([
    [at(2026, 11, 20, 0), "Today"],
    [at(2026, 11, 19, 23), "Yesterday"],
    [at(2026, 11, 18), "Wed 18 Nov"],
    [at(2026, 1, 1), "Thu 1 Jan"],
    [at(2025, 11, 18), "Tue 18 Nov 2025"],
  ])("%# is told from today", (ms, label) => {
    expect(dayLabel(ms, now, "en-GB")).toBe(label);
  });

  test("yesterday is the day before also across the first of a month", () => {
    const first = at(2026, 12, 1, 1);
    expect(dayLabel(at(2026, 11, 30, 23), first, "en-GB")).toBe("Yesterday");
  });
});

describe("the rows of the timeline", () => {
  const memo = (id: string, createdMs: number) => memoView({ id, createdMs });
  const shape = (input: Partial<Parameters<typeof timelineRows>[0]>) =>
    timelineRows({ pinned: [], memos: [], nowMs: now, ...input }).map((row) =>
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

  test("pinned memos come first and is not repeated below", () => {
    const pinned = [memo("p", at(2026, 1, 1))];
    const memos = [memo("c", at(2026, 11, 20)), memo("p", at(2026, 1, 1))];
    expect(shape({ pinned, memos })).toEqual(["1:p", "day:2026-11-20", "2:c"]);
  });

  test("a memo on two pages is drawn once", () => {
    const twice = memo("a", at(2026, 11, 20));
    expect(shape({ memos: [twice, twice] })).toEqual(["day:2026-11-20", "1:a"]);
  });
});

describe("the first line", () => {
  test.each([
    ["# Plan for **May**\nmore", "Plan for May"],
    ["\n\n- [ ] buy milk", "buy milk"],
    ["> 1. see [the page](https://example.org)", "see the page"],
    ["   ", "Empty memo"],
    ["", "Empty memo"],
    ["x".repeat(90), `${"x".repeat(79)}…`],
  ])("of %j is %j", (content, line) => {
    expect(firstLine(content)).toBe(line);
  });
});
