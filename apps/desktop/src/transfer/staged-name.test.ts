import { expect, test } from "vitest";
import { stagedParts, storedName } from "./staged-name.ts";

test.each([
  ["Note.md", ["Note.md"]],
  ["Vault/.obsidian/app.json", ["Vault", ".obsidian", "app.json"]],
  ["a%20b/%E6%BD%AE%20%231.md", ["a b", "潮 #1.md"]],
  ["...", ["..."]],
])("%s is a path within a folder", (path, parts) => {
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
  encodeURIComponent("潮".repeat(256)),
  encodeURIComponent("👩‍👩‍👧‍👦".repeat(60)),
  Array.from({ length: 65 }, () => "a").join("/"),
  Array.from({ length: 40 }, () => "a".repeat(60)).join("/"),
])("%s is rejected", (path) => {
  expect(stagedParts(path)).toBeNull();
});

test.each(["a".repeat(255), "潮".repeat(255), "🦊".repeat(255)])(
  "a name may have 255 characters on every platform",
  (name) => {
    for (const platform of ["linux", "darwin", "win32"] as const) {
      expect(stagedParts(encodeURIComponent(name), platform)).toEqual([name]);
    }
  },
);

test("a name that the file system can't hold is stored under a short one of its own", () => {
  const names = ["潮", "汐"].map((last) => `${"潮".repeat(250)}${last}.md`);
  const stored = names.map((name) => storedName(name, "linux"));
  for (const name of stored) {
    expect(name).toMatch(/^潮+~[0-9a-f]{12}\.md$/);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  }
  expect(new Set(stored).size).toBe(2);
  expect(names.map((name) => storedName(name, "win32"))).toEqual(names);
  expect(storedName("🦊".repeat(255), "win32")).toMatch(/^(?:🦊)+~[0-9a-f]{12}$/u);
  expect(storedName("a".repeat(255), "linux")).toBe("a".repeat(255));
});

test.each([
  "a:b",
  "C:",
  "Note.md::$DATA",
  "a/CON",
  "con.txt",
  "con%20.txt",
  "aux.tar.gz",
  "CONIN$",
  "com1",
  "com%C2%B9.md",
  "lpt9.x",
  "Note.md.",
  "Note.md%20",
  "a./b",
  "what%3F.md",
])("%s is rejected on Windows, where it would be another file", (path) => {
  expect(stagedParts(path, "win32")).toBeNull();
  expect(stagedParts(path, "linux")).not.toBeNull();
});

test.each(["console.md", "com.md", "com10.md", "a.con", "nullius.md", "潮.md"])(
  "%s is valid on every platform",
  (path) => {
    expect(stagedParts(path, "win32")).not.toBeNull();
  },
);
