import { expect, test } from "vitest";
import { findMerge, versionWords } from "./version-words.ts";

const user = "users/ines";

test.each([
  [{ reason: "edit", author: user, device: "Laptop" }, "Edited · Laptop"],
  [{ reason: "merge", author: user, device: "" }, "Before a merge"],
  [{ reason: "overwrite", author: user, device: "a script" }, "Replaced · a script"],
  [{ reason: "restore", author: "users/bob", device: "Desk" }, "Restored by bob · Desk"],
  [{ reason: "edit", author: user, device: "" }, "Edited"],
] as const)("a version %j is named %j", (version, words) => {
  expect(versionWords(version, user)).toBe(words);
});

test("after a merge, the newest merge version is selected", () => {
  const versions = [
    { reason: "edit", id: 1 },
    { reason: "merge", id: 2 },
    { reason: "merge", id: 3 },
  ] as const;
  expect(findMerge(versions)?.id).toBe(2);
  expect(findMerge([])).toBeUndefined();
});
