import { existsSync, writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDataFolder } from "@tidemark/db/node";
import { removeProfileFiles } from "./remove-profile-files.ts";

test("keeps the folder's lock and files of other programs", async () => {
  await using dir = await mkdtempDisposable(join(tmpdir(), "tidemark-wipe-"));
  const held = await openDataFolder(dir.path);
  if (!held.ok) throw new Error(held.error.type);
  await using folder = held.value;
  const copy = join(folder.path, "tidemark.db.before-v7");
  const letter = join(folder.path, "letter.txt");
  for (const file of [copy, letter]) writeFileSync(file, "mine");
  await removeProfileFiles(folder.path);
  expect([copy, letter].map(existsSync)).toEqual([false, true]);
  expect(await openDataFolder(dir.path)).toMatchObject({
    error: { type: "folder-in-use", pid: process.pid },
  });
});
