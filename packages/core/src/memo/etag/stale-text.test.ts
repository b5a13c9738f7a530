import { expect, test } from "vitest";
import { textHash } from "../../text/index.ts";
import type { RevisionRecord, RevisionStore } from "../../stores/revision-store.ts";
import { textsNamedBy } from "./memo-etag.ts";
import { findPastText, mergeStaleText } from "./stale-text.ts";

type Stores = Parameters<typeof findPastText>[0];

/** Creates stores with `count` revisions of a memo, and a list of the revisions that were read. */
function storesOf(
  count: number,
  bytes: number,
): { readonly stores: Stores; readonly read: string[] } {
  const read: string[] = [];
  const ids = Array.from({ length: count }, (_, i) => `r${i}`);
  const revisions = {
    places: async (_memo: string, limit: number) =>
      ids.slice(0, limit).map((id) => ({ id, bytes })),
    findMany: async (wanted: readonly string[]) => {
      read.push(...wanted);
      const of = { memo: "m", author: "users/bob", device: "", reason: "edit", atMs: 0 } as const;
      return wanted.map((id): RevisionRecord => ({ ...of, id, content: `text of ${id}` }));
    },
  } satisfies Partial<RevisionStore>;
  const stores = { pastTexts: { find: async () => null }, revisions } as unknown as Stores;
  return { stores, read };
}

test("finds a past text among the revisions by a prefix of its hash", async () => {
  const { stores } = storesOf(500, 100);
  const sha = textHash("text of r499");
  expect(await findPastText(stores, "m", sha)).toBe("text of r499");
  expect(await findPastText(stores, "m", "0".repeat(20), sha.slice(0, 20))).toBe("text of r499");
});

test("reads a bounded number of bytes once, however many states an If-Match names", async () => {
  const { stores, read } = storesOf(500, 1_000_000);
  const names = Array.from({ length: 400 }, (_, i) => `"${i.toString(16).padStart(32, "0")}"`);
  const current = { id: "m", content: "now" };
  expect(await mergeStaleText(stores, current, "new", names.join(", "))).toBeNull();
  expect(read).toHaveLength(16);
  expect(textsNamedBy(names.join(", "))).toHaveLength(20);
});
