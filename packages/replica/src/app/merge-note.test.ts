import { describe, expect, test } from "vitest";
import { type ChoicesNote, choicesNoteKey } from "@tidemark/core/sync/device";
import { findReading, unseenMerges } from "./merge-note.ts";

describe("the place of a reading in a text", () => {
  test.each([
    ["where it was", "price 15 euro", { at: 6, kept: "15" }, 6],
    ["closest to where it was", "15 and 15 and 15", { at: 8, kept: "15" }, 7],
    ["only as a whole number", "150 and 215, then 15", { at: 0, kept: "15" }, 18],
    ["nowhere if it was changed", "price 16 euro", { at: 6, kept: "15" }, null],
    ["within Chinese", "价格15元", { at: 2, kept: "15" }, 2],
  ])("T3e · is found %s", (_, content, place, at) => {
    expect(findReading(content, place)).toBe(at);
  });
});

test("T3e · offers no reading once the kept one is gone from the text", async () => {
  const choices = {
    isOpen: true,
    kept: { device: "Desk", isHere: false },
    other: { device: "Laptop", isHere: true },
    places: [
      { at: 0, kept: "14:30", other: "15:45" },
      { at: 9, kept: "Monday", other: "Tuesday" },
    ],
  } as unknown as ChoicesNote;
  const notes = {
    amongAll: async (keys: readonly unknown[]) =>
      keys.map((key) => new Map(key === choicesNoteKey ? [["m1", choices]] : [])),
  } as unknown as Parameters<typeof unseenMerges>[0];
  const placesIn = async (content: string) =>
    (await unseenMerges(notes, [{ id: "m1", content }]))
      .get("m1")
      ?.places.map(({ index }) => index);

  expect(await placesIn("14:30 on Monday")).toEqual([0, 1]);
  expect(await placesIn("15:45 on Monday")).toEqual([1]);
  expect(await placesIn("15:45 on Tuesday")).toBeUndefined();
});
