import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDataFolder } from "./data-folder.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "tidemark-folder-"));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

async function opened(path: string) {
  const folder = await openDataFolder(path);
  if (!folder.ok) throw new Error(folder.error.type);
  return folder.value;
}

describe("a data folder", () => {
  test("is created for its owner alone and names its process until it is disposed", async () => {
    const path = join(dir, "a", "b");
    const pidFile = join(path, "tidemark.pid");
    {
      await using folder = await opened(path);
      expect(folder.databaseFile.startsWith(path)).toBe(true);
      expect(readFileSync(pidFile, "utf8")).toBe(`${process.pid}\n`);
      expect(statSync(path).mode & 0o077).toBe(0);
    }
    expect(existsSync(pidFile)).toBe(false);
  });

  test("is refused a second time while it is open, and given again afterwards", async () => {
    {
      await using _folder = await opened(dir);
      expect(await openDataFolder(dir)).toEqual({
        ok: false,
        error: { type: "folder-in-use", path: dir, pid: process.pid },
      });
    }
    await using _again = await opened(dir);
  });

  test("is refused while another living process names it", async () => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    try {
      writeFileSync(join(dir, "tidemark.pid"), `${child.pid}\n`);
      expect(await openDataFolder(dir)).toMatchObject({
        ok: false,
        error: { type: "folder-in-use", pid: child.pid },
      });
    } finally {
      child.kill();
      await once(child, "exit");
    }
    await using _folder = await opened(dir);
  });

  test("is taken over from an earlier run that had this very process id", async () => {
    writeFileSync(join(dir, "tidemark.pid"), `${process.pid}\n`);
    await using _folder = await opened(dir);
  });

  test.runIf(process.platform === "linux")(
    "is taken over when its process id was given to a younger process",
    async () => {
      const pidFile = join(dir, "tidemark.pid");
      writeFileSync(pidFile, `${process.ppid}\n`);
      utimesSync(pidFile, 1, 1);
      await using _folder = await opened(dir);
      expect(readFileSync(pidFile, "utf8")).toBe(`${process.pid}\n`);
    },
  );

  test.each(["", "rubbish"])("is taken over from a pid file that says %j", async (text) => {
    writeFileSync(join(dir, "tidemark.pid"), text);
    await using _folder = await opened(dir);
  });

  test("is given to one of many that ask at once for a stale one", async () => {
    writeFileSync(join(dir, "tidemark.pid"), "999999999\n");
    const script = `
      import { openDataFolder } from ${JSON.stringify(join(import.meta.dirname, "data-folder.ts"))};
      const folder = await openDataFolder(${JSON.stringify(dir)});
      console.log(folder.ok ? "mine" : folder.error.type);
      if (folder.ok) process.stdin.resume();
    `;
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ["--input-type=module", "-e", script], {
        stdio: ["pipe", "pipe", "inherit"],
      }),
    );
    const answers = await Promise.all(
      children.map(async (child) => {
        const [first] = (await once(child.stdout, "data")) as [Buffer];
        return first.toString().trim();
      }),
    );
    const ends = children
      .filter((child) => child.exitCode === null)
      .map((child) => once(child, "exit"));
    for (const child of children) child.kill();
    await Promise.all(ends);
    expect(answers.toSorted()).toEqual(["folder-in-use", "folder-in-use", "folder-in-use", "mine"]);
  }, 30_000);

  test.runIf(process.platform === "linux")("says why where a parent takes no folders", async () => {
    expect(await openDataFolder("/proc/tidemark/a")).toMatchObject({
      ok: false,
      error: { type: "folder-unwritable", path: "/proc/tidemark/a" },
    });
  });

  test("says why it cannot be used when a file stands in its place", async () => {
    const file = join(dir, "file");
    writeFileSync(file, "");
    expect(await openDataFolder(join(file, "data"))).toMatchObject({
      ok: false,
      error: { type: "folder-unwritable", reason: expect.stringContaining("ENOTDIR") as unknown },
    });
  });
});
