import { expect, test } from "vitest";
import { hasRoomForReference, maxReferences } from "../../../memo/relations.ts";
import type { MemoOp } from "../../../merge/memo-op.ts";
import type { Caller } from "../../../model/caller.ts";
import type { MemoElement, MemoEntity } from "../../../model/memo.ts";
import type { ServerWriteStores } from "../../../stores/server-database.ts";
import { assertableElements } from "./assertable-elements.ts";

const caller: Caller = { name: "users/ada", role: "USER", spaces: [], scope: null, device: "" };
const stamp = "018bcfe56800-0000-a";

/** Creates stores in which no linked memo exists. */
const stores = {
  memos: { find: async () => null, findMany: async () => [], heads: async () => [] },
  tombstones: { has: async () => false },
} as unknown as ServerWriteStores;

const links = (from: string, count: number): MemoElement[] =>
  Array.from({ length: count }, (_, n) => ({
    set: "relation",
    key: `${from}${n}`,
    value: { type: "REFERENCE" },
    stamp,
  }));

const stated = (elements: MemoElement[], current: MemoEntity | null) =>
  assertableElements(stores, caller, current, { entity: "m", elements } as unknown as Extract<
    MemoOp,
    { kind: "memo.put" }
  >);

test("A2a · bounds the number of links of a memo across repeated assertions", async () => {
  const first = await stated(links("a", maxReferences - 10), null);
  expect(first).toHaveLength(maxReferences - 10);
  const current = {
    row: { stamps: { "*": stamp } },
    elements: first,
  } as unknown as MemoEntity;
  // Known elements stay, and new ones fill the remaining room.
  const next = await stated([...first, ...links("b", 50)], current);
  expect(next).toHaveLength(maxReferences);
  expect(hasRoomForReference(first, "b1")).toBe(true);
  expect(hasRoomForReference(next, "c1")).toBe(false);
  expect(hasRoomForReference(next, "a1")).toBe(true);
  const removed = next.map((element, at) => (at === 0 ? { ...element, value: null } : element));
  expect(hasRoomForReference(removed, "c1")).toBe(true);
});
