import { expect, test } from "vitest";
import { type ImportMemo, plainMemo } from "../model.ts";
import { digestOf } from "./digest.ts";

const plain = plainMemo({ key: "k", from: "k.md", text: ["a text"] });

const full = plainMemo({
  key: "k",
  from: "k.md",
  text: ["see ", { to: "memo", key: "other", otherwise: "" }],
  createdMs: 1_500_000_000_123,
  updatedMs: 1_600_000_000_456,
  pinned: true,
  state: "ARCHIVED",
  visibility: "PUBLIC",
  location: { placeholder: "here", latitude: 1.5, longitude: -2 },
  tags: ["tag"],
  parentKey: "above",
  references: ["other"],
  reactions: ["👍"],
});

// Devices store these digests to detect changes in a source, so they must never change.
test.each([
  ["a plain memo", plain, "9572c35c082efb984ddf9aaab09f73c1"],
  ["a memo with every field set", full, "32c68d2d7ac062dd7019a850e9779a7e"],
  [
    "a memo with the times of its file",
    { ...full, hasFileTimes: true },
    "43c7a1574d84032cfb27ebad5113f947",
  ],
])("the digest of %s is the same in every version", (_, memo, digest) => {
  expect(digestOf(memo)).toBe(digest);
});

test.each([
  "text",
  "createdMs",
  "updatedMs",
  "pinned",
  "state",
  "visibility",
  "location",
  "tags",
  "parentKey",
  "references",
  "reactions",
] as const satisfies readonly (keyof ImportMemo)[])("the digest changes with %s", (name) => {
  expect(digestOf({ ...plain, [name]: full[name] })).not.toBe(digestOf(plain));
});
