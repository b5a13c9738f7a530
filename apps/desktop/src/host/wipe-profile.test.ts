import { existsSync, writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase, openDataFolder } from "@tidemark/db/node";
import { wipeProfile } from "./wipe-profile.ts";

test("a wiped profile is still its process's", async () => {
  await using dir = await mkdtempDisposable(join(tmpdir(), "tidemark-wipe-"));
  const held = await openDataFolder(dir.path);
  if (!held.ok) throw new Error(held.error.type);
  await using folder = held.value;
  await using opened = await openDatabase({ file: folder.databaseFile, role: "device" });
  const letter = join(folder.path, "letter.txt");
  writeFileSync(letter, "mine");
  await wipeProfile(opened, folder.path);
  expect(existsSync(letter)).toBe(false);
  expect(await openDataFolder(dir.path)).toMatchObject({
    error: { type: "folder-in-use", pid: process.pid },
  });
});
