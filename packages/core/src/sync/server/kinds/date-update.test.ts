import { describe, expect, test } from "vitest";
import { lastTimeMs, nextUpdateMs } from "../../../clock/update-time.ts";
import { dateUpdate } from "./date-update.ts";

const nowMs = 1_764_000_000_500;
const row = { updatedMs: nowMs, stamps: { "*": "00000000000a-0000-a" } } as const;
const text = {
  kind: "memo.text",
  entity: "a",
  stamp: "00000000000b-0000-a",
  gen: 1,
  update: "",
  baseSha: "",
  resultSha: "",
} as const;

describe("updateTime", () => {
  test.each([
    ["a clock that is ahead", nowMs + 1, nowMs + 1],
    ["the same moment", nowMs, nowMs],
    ["a clock that is a little behind", nowMs - 1, nowMs + 1000],
    ["a clock that begins in 1970", 0, nowMs + 1000],
  ])("C8 · never goes back: %s", (_, atMs, expected) => {
    expect(nextUpdateMs(row, atMs)).toBe(expected);
    expect(dateUpdate({ ...text, updatedMs: atMs }, row)).toMatchObject({ updatedMs: expected });
    const set = {
      kind: "memo.set",
      entity: "a",
      stamp: text.stamp,
      set: { updatedMs: atMs },
    } as const;
    expect(dateUpdate(set, row)).toMatchObject({ set: { updatedMs: expected } });
  });

  test("C8 · stays within the range of the wire format", () => {
    expect(nextUpdateMs({ updatedMs: lastTimeMs }, nowMs)).toBe(lastTimeMs);
  });

  test("C8 · is unchanged if the operation would lose or doesn't set it", () => {
    const late = { ...text, stamp: "000000000009-0000-a", updatedMs: 0 } as const;
    expect(dateUpdate(late, row)).toBe(late);
    expect(dateUpdate(late, null)).toBe(late);
    const pin = {
      kind: "memo.set",
      entity: "a",
      stamp: text.stamp,
      set: { pinned: true },
    } as const;
    expect(dateUpdate(pin, row)).toBe(pin);
  });
});
