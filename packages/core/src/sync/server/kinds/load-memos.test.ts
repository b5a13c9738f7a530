import { expect, test } from "vitest";
import type { WireMemo } from "../../protocol/messages.ts";
import { wireBytes } from "./load-memos.ts";
import type { Stamp } from "../../../model/stamp.ts";

const stamp: Stamp = "018bcfe56800-0000-a";

const bare: WireMemo = {
  id: "m",
  creator: "users/ada",
  parent: null,
  fields: {
    state: "NORMAL",
    visibility: "PUBLIC",
    pinned: false,
    space: null,
    deletedMs: null,
    location: null,
    createdMs: 1,
    updatedMs: 1,
  },
  stamps: { "*": stamp },
  text: { gen: 1, content: "a word" },
  elements: [],
  seq: 7,
  extra: {},
};

const heavy = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`n${n}`, "x".repeat(900)]));
const place = { placeholder: "海".repeat(1000), latitude: 1, longitude: 1 };

test.each([
  ["itself", bare],
  ["a text of other letters", { ...bare, text: { gen: 1, content: '€"\n\u0001'.repeat(999) } }],
  ["its document", { ...bare, text: { gen: 1, content: "", state: "QUJD".repeat(9999) } }],
  ["its place", { ...bare, fields: { ...bare.fields, location: place } }],
  ["what a newer version keeps", { ...bare, extra: { hue: "é".repeat(999) } }],
  [
    "what hangs on it",
    {
      ...bare,
      elements: Array.from({ length: 100 }, (_, n) => ({
        set: "reaction" as const,
        key: `users/ada ${n}`,
        value: heavy,
        stamp,
      })),
    },
  ],
])("counts the bytes of a memo in an answer: %s", (_, memo) => {
  const bytes = new TextEncoder().encode(JSON.stringify(memo)).length;
  expect(Math.abs(wireBytes(memo) - bytes)).toBeLessThan(20);
});
