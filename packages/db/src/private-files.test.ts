import { chmodSync } from "node:fs";
import promises, {
  chmod,
  mkdir,
  mkdtempDisposable,
  readdir,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { openFolderBlobStore } from "./blobs/folder-blob-store.ts";
import { isOwnName, isSystemName } from "./blobs/folder-names.ts";
import { closeToOthers } from "./private-files.ts";

/** Creates a folder with these modes, by path; a path that ends in a slash is a folder. */
async function folderOf(modes: Readonly<Record<string, number>>) {
  const dir = await mkdtempDisposable(join(tmpdir(), "tidemark-open-"));
  for (const path of Object.keys(modes)) {
    if (path.endsWith("/")) await mkdir(join(dir.path, path), { recursive: true });
    else await writeFile(join(dir.path, path), "");
  }
  for (const [path, mode] of Object.entries(modes)) await chmod(join(dir.path, path), mode);
  return dir;
}

async function modesIn(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of ["", ...(await readdir(folder, { recursive: true }))].toSorted()) {
    found[name] = ((await stat(join(folder, name))).mode & 0o7777).toString(8);
  }
  return found;
}

/** Replaces `chmod` for all importers, to simulate files of another user. */
function replaceChmod(replacement: typeof chmod): Disposable {
  const spy = vi.spyOn(promises, "chmod").mockImplementation(replacement);
  syncBuiltinESMExports();
  return {
    [Symbol.dispose]() {
      spy.mockRestore();
      syncBuiltinESMExports();
    },
  };
}

describe.skipIf(process.platform === "win32")("a data folder open to other users", () => {
  test("is closed with everything that Tidemark made, despite system files beside it", async () => {
    await using dir = await folderOf({
      "./": 0o755,
      "tidemark.db": 0o644,
      "blobs/": 0o777,
      "blobs/kept/": 0o777,
      "blobs/kept/x": 0o666,
      "lost+found/": 0o2770,
      "@eaDir/": 0o777,
      ".DS_Store": 0o644,
    });
    expect(await closeToOthers(dir.path)).toEqual([]);
    expect(await modesIn(dir.path)).toEqual({
      "": "700",
      "tidemark.db": "600",
      blobs: "700",
      "blobs/kept": "700",
      "blobs/kept/x": "600",
      "lost+found": "2770",
      "@eaDir": "777",
      ".DS_Store": "644",
    });
  });

  test("stays open if it contains other files, but Tidemark's files in it are closed", async () => {
    await using dir = await folderOf({ "./": 0o777, "letter.txt": 0o644, "tidemark.db": 0o644 });
    const [warning, ...others] = await closeToOthers(dir.path);
    expect(others).toEqual([]);
    expect(warning).toMatch(/mode 777.*letter\.txt.*delete and replace.*folder of its own/);
    const after = await modesIn(dir.path);
    expect(after).toEqual({ "": "777", "letter.txt": "644", "tidemark.db": "600" });
    // The next start gives the same warning.
    expect(await closeToOthers(dir.path)).toEqual([warning]);
  });

  test("stays open if it is a shared folder, even without other files", async () => {
    await using dir = await folderOf({ "./": 0o1777, "tidemark.db": 0o600 });
    expect(await closeToOthers(dir.path)).toEqual([expect.stringContaining("shared folder")]);
    expect((await modesIn(dir.path))[""]).toBe("1777");
  });

  test("names others' open files in a closed folder, and only a few of many", async () => {
    await using dir = await folderOf({ "./": 0o700, "backup.tar.gz": 0o644, "own.txt": 0o600 });
    await symlink("/etc/hostname", join(dir.path, "link"));
    expect(await closeToOthers(dir.path)).toEqual([
      expect.stringMatching(/didn't create: backup\.tar\.gz \(mode 644\)$/),
    ]);
    for (let n = 1; n < 9; n += 1) {
      await writeFile(join(dir.path, `file-${n}`), "");
      await chmod(join(dir.path, `file-${n}`), 0o644);
    }
    expect(await closeToOthers(dir.path)).toEqual([expect.stringMatching(/ and 4 more$/)]);
  });

  test("starts even if it and some of its files can't be closed", async () => {
    await using dir = await folderOf({
      "./": 0o2775,
      "secret.key": 0o644,
      "blobs/": 0o755,
      "blobs/staged/": 0o755,
      "backups/": 0o755,
      "backups/today.db": 0o644,
    });
    const others = [dir.path, "secret.key", "blobs", "today.db"];
    using _replaced = replaceChmod(async (path, mode) => {
      if (!others.some((each) => String(path).endsWith(each))) return chmodSync(path, mode);
      throw Object.assign(new Error("EPERM: operation not permitted"), { code: "EPERM" });
    });
    expect(await closeToOthers(dir.path)).toEqual([
      expect.stringMatching(/mode 2775\) because it can't be closed \(EPERM\)/),
      // Files below a closed folder can't be reached.
      expect.stringMatching(
        /can't close these files to others: blobs \(EPERM\), secret\.key \(EPERM\)$/,
      ),
    ]);
    expect(await modesIn(dir.path)).toMatchObject({ "blobs/staged": "700", backups: "700" });
  });

  test("names files that a file system without modes leaves open", async () => {
    await using dir = await folderOf({ "./": 0o777, "tidemark.db": 0o777 });
    using _replaced = replaceChmod(async () => {});
    const warnings = await closeToOthers(dir.path);
    expect(warnings).toHaveLength(2);
    for (const each of warnings) expect(each).toContain("its file system doesn't store modes");
  });
});

test("names of Tidemark, of systems and of others are distinguished", () => {
  const own = [
    "tidemark.db-wal",
    "tidemark.db.before-v7",
    "tidemark.pid.5b1c",
    "secret.key",
    "blobs",
    "page-builds",
  ];
  const system = ["lost+found", ".snapshot", "@eaDir", ".DS_Store", ".nfs0000000004a1"];
  const others = ["tidemark.dbx", "letter.txt", "my-blobs", ".ssh", "secret.keys", "tidemark"];
  const all = [...own, ...system, ...others];
  expect(all.filter(isOwnName)).toEqual(own);
  expect(all.filter(isSystemName)).toEqual(system);
});

test("listing content and clearing staging ignore a storage box's own folders", async () => {
  await using dir = await mkdtempDisposable(join(tmpdir(), "tidemark-boxes-"));
  await openFolderBlobStore(dir.path);
  for (const path of ["kept/@eaDir", "staged/@eaDir", "staged/left"])
    await mkdir(join(dir.path, path));
  await writeFile(join(dir.path, "kept", ".DS_Store"), "");
  const store = await openFolderBlobStore(dir.path);
  expect(await readdir(join(dir.path, "staged"))).toEqual(["@eaDir"]);
  expect(await Array.fromAsync(store.list())).toEqual([]);
});
