import { expect, test } from "vitest";
import { stagedParts } from "./staged-name.ts";

test.each([
  ["Note.md", ["Note.md"]],
  ["Vault/.obsidian/app.json", ["Vault", ".obsidian", "app.json"]],
  ["a%20b/%E6%BD%AE%20%231.md", ["a b", "潮 #1.md"]],
  ["...", ["..."]],
])("%s is a place within a folder", (path, parts) => {
  expect(stagedParts(path)).toEqual(parts);
});

test.each([
  "",
  "/etc/passwd",
  "..",
  "a/../b",
  "a/%2e%2e/b",
  "a/%2E./b",
  ".",
  "a//b",
  "a/",
  "a%2Fb",
  "..%2F..%2Fb",
  "a%5Cb",
  "..%5Cb",
  "a%00.md",
  "a%0Ab",
  "%C3",
  "%zz",
  `${"a".repeat(256)}`,
  encodeURIComponent("潮".repeat(86)),
  Array.from({ length: 65 }, () => "a").join("/"),
  Array.from({ length: 40 }, () => "a".repeat(60)).join("/"),
])("%s is refused", (path) => {
  expect(stagedParts(path)).toBeNull();
});
