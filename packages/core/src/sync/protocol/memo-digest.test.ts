import { describe, expect, test } from "vitest";
import type { MemoFields, MemoRow } from "../../model/memo.ts";
import { memoFieldNames, memoFields } from "../../merge/memo-fields.ts";
import { memoDigest } from "./memo-digest.ts";

const at = "019d00000000-0000-desk";
const later = "019d00000001-0000-laptop";

const plain: MemoRow = {
  id: "m1",
  creator: "users/alice",
  parent: null,
  state: "NORMAL",
  visibility: "PRIVATE",
  pinned: false,
  space: null,
  deletedMs: null,
  location: null,
  createdMs: 1_500_000_000_123,
  updatedMs: 1_600_000_000_456,
  content: "a text #tag",
  gen: 1,
  stamps: { "*": at },
  seq: 7,
  extra: {},
};

/** Values that differ from the plain memo's, one per field. */
const others: MemoFields = {
  state: "ARCHIVED",
  visibility: "PUBLIC",
  pinned: true,
  space: "spaces/harbour",
  deletedMs: 1_650_000_000_789,
  location: { placeholder: "here", latitude: 1.5, longitude: -2 },
  createdMs: 1_500_000_000_124,
  updatedMs: 1_600_000_000_457,
};

describe("the digest of a memo", () => {
  // Peers of all versions must agree, so these digests never change.
  test.each<[name: string, memo: MemoRow, digest: string]>([
    ["a plain memo", plain, "acffe71b47bf6ffe68765097f008973b"],
    [
      "a memo with every field set",
      { ...plain, ...others, parent: "m0", stamps: { "*": at, pinned: later, location: later } },
      "55586437b2208624601c5ff759a308ea",
    ],
  ])("of %s is the same in every version", (_, memo, digest) => {
    expect(memoDigest(memo)).toBe(digest);
  });

  test.each(Object.entries(others))("changes with %s", (name, value) => {
    expect(memoDigest({ ...plain, [name]: value })).not.toBe(memoDigest(plain));
  });
});

test("no two values of a digest share a position", () => {
  const ofFields = memoFieldNames.map((name): number => memoFields[name].digestAt);
  const positions = [0, 1, 8, 11, 12, ...ofFields].toSorted((a, b) => a - b);
  expect(positions).toEqual(positions.map((_, index) => index));
});
