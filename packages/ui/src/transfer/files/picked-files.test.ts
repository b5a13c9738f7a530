import { expect, test } from "vitest";
import {
  filesOfEntries,
  filesOfInput,
  mayHoldNotes,
  placeOf,
  underOneName,
} from "./picked-files.ts";

/** Returns a file system entry, as from a drop. */
function fileEntry(fullPath: string): FileSystemEntry {
  const name = fullPath.split("/").at(-1) ?? "";
  const file = new File([name], name, { lastModified: 7 });
  const entry = {
    isFile: true,
    isDirectory: false,
    name,
    fullPath,
    file: (give: (file: File) => void) => give(file),
  };
  return entry as unknown as FileSystemEntry;
}

/** Returns a folder entry that lists its contents two at a time. */
function folderEntry(fullPath: string, entries: readonly FileSystemEntry[]): FileSystemEntry {
  const entry = {
    isFile: false,
    isDirectory: true,
    name: fullPath.split("/").at(-1),
    fullPath,
    createReader() {
      let at = 0;
      return {
        readEntries(give: (some: readonly FileSystemEntry[]) => void) {
          give(entries.slice(at, (at += 2)));
        },
      };
    },
  };
  return entry as unknown as FileSystemEntry;
}

const pathsOf = (files: readonly { readonly path: string }[]) => files.map(({ path }) => path);

test("a folder includes all its files except version control data", async () => {
  const vault = folderEntry("/Vault", [
    fileEntry("/Vault/a.md"),
    folderEntry("/Vault/.git", [fileEntry("/Vault/.git/HEAD")]),
    folderEntry("/Vault/in", [fileEntry("/Vault/in/b.md"), folderEntry("/Vault/in/no", [])]),
    fileEntry("/Vault/.DS_Store"),
    fileEntry("/Vault/c.png"),
  ]);
  const files = await filesOfEntries([vault], new AbortController().signal);
  expect(pathsOf(files)).toEqual(["Vault/a.md", "Vault/in/b.md", "Vault/c.png"]);
  expect(files[0]?.file.lastModified).toBe(7);
});

test("scanning folders can be aborted", async () => {
  const cut = new AbortController();
  cut.abort();
  await expect(filesOfEntries([fileEntry("/a.md")], cut.signal)).rejects.toThrow("aborted");
});

test("a file without a file system entry is named by its name", async () => {
  const files = await filesOfEntries([new File(["x"], "a.md")], new AbortController().signal);
  expect(pathsOf(files)).toEqual(["a.md"]);
});

test("a chosen folder gives the paths of its files", () => {
  const inFolder = Object.defineProperty(new File([], "a.md"), "webkitRelativePath", {
    value: "Vault/in/a.md",
  });
  const inGit = Object.defineProperty(new File([], "HEAD"), "webkitRelativePath", {
    value: "Vault/.git/HEAD",
  });
  const files = filesOfInput([inFolder, inGit, new File([], "b.md")]);
  expect(pathsOf(files)).toEqual(["Vault/in/a.md", "b.md"]);
});

test("several sources are named by the time, a single one by its name", () => {
  const now = new Date("2026-02-03T04:05:06Z");
  const file = new File([], "a");
  const several = [
    { path: "a.md", file },
    { path: "b/c.md", file },
  ];
  expect(pathsOf(underOneName(several, now))).toEqual([
    "2026-02-03 04.05/a.md",
    "2026-02-03 04.05/b/c.md",
  ]);
  expect(pathsOf(underOneName(several.slice(1), now))).toEqual(["b/c.md"]);
});

test.each([
  ["a.md", true],
  ["Takeout.ZIP", true],
  ["a.tar.gz", true],
  ["memos_prod.db", true],
  ["a.jex", true],
  ["a.png", false],
  ["md", false],
])("%s may be an import source: %s", (name, may) => {
  expect(mayHoldNotes(new File([], name))).toBe(may);
  expect(mayHoldNotes(folderEntry(`/${name}`, []))).toBe(true);
});

test("a single source is read in place if its path is known", () => {
  const file = new File([], "a.md");
  const inVault = [
    { path: "Vault/in/a.md", file },
    { path: "Vault/b.md", file },
  ];
  expect(placeOf(inVault, () => "/home/ada/Vault/in/a.md")).toBe("/home/ada/Vault");
  expect(placeOf(inVault, () => "C:\\Notes\\Vault\\in\\a.md")).toBe("C:/Notes/Vault");
  expect(placeOf([{ path: "a.zip", file }], () => "/tmp/a.zip")).toBe("/tmp/a.zip");
  expect(placeOf(inVault, () => "")).toBeNull();
  expect(placeOf(inVault, () => "/elsewhere/a.md")).toBeNull();
  expect(placeOf([...inVault, { path: "c.md", file }], () => "/home/ada/Vault/in/a.md")).toBeNull();
  expect(placeOf([], () => "/a")).toBeNull();
});
