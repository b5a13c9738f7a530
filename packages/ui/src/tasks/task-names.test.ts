import { deriveMemo } from "@tidemark/core/markdown";
import { expect, test } from "vitest";
import { memoView } from "../../tests/memo-view.ts";
import { memoName, placeOf } from "./task-names.ts";

const nowMs = new Date(2026, 10, 20, 14, 0).getTime();
const memo = (content: string) =>
  memoView({ content, ...deriveMemo(content), createdMs: nowMs - 3_600_000 });

test("a memo is named by its title or first line, or by its time if that line is a task", () => {
  expect(memoName(memo("# Boat *out*\n\n- [ ] a"), nowMs)).toBe("Boat out");
  expect(memoName(memo("For the **weekend**\n\n- [ ] a"), nowMs)).toBe("For the weekend");
  expect(memoName(memo("- [ ] a\n- [ ] b"), nowMs)).toMatch(/^Today /);
  expect(memoName(memo("  1. [x] a"), nowMs)).toMatch(/^Today /);
});

test("a task names its place without repetition", () => {
  const boat = memo("# Boat\n\n- [ ] a");
  const place = (crumb: string | null, namesMemo: boolean) =>
    placeOf({ memo: boat, crumb }, { namesMemo, nowMs });
  expect(place(null, false)).toBeNull();
  expect(place("Engine #boat/engine #2", false)).toBe("Engine");
  expect(place("Engine", true)).toBe("Boat › Engine");
  expect(place(null, true)).toBe("Boat");
  expect(place("Boat", true)).toBe("Boat");
});
