import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { movedAwayRefusal, noteMovedAway } from "./moved-away.ts";

let folder = "";
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "tidemark-moved-"))));
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

test("syncs the moved marker and its folder entry to disk", async () => {
  const handles = await handlePrototype();
  const { sync } = handles;
  const synced: string[] = [];
  vi.spyOn(handles, "sync").mockImplementation(async function (this: FileHandle) {
    const isFolder = (await this.stat()).isDirectory();
    synced.push(`${isFolder ? "folder" : "file"} ${existsSync(join(folder, "moved.json"))}`);
    await sync.call(this);
  });
  await noteMovedAway(folder, { to: "postgres://db/x", atMs: 1 });
  expect(synced).toEqual(["file false", "folder true"]);
  expect(await movedAwayRefusal(folder, null)).toContain("was moved to postgres://db/x");
  expect(await movedAwayRefusal(folder, "postgres://db/x")).toBeNull();
});

/** Returns the prototype of all file handles. */
async function handlePrototype(): Promise<FileHandle> {
  await using handle = await open(join(folder, "any"), "w");
  return Object.getPrototypeOf(handle) as FileHandle;
}
