import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
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

const pidFile = () => join(dir, "tidemark.pid");

/** Claims `dir` in another process, which lives until it is killed or disposed. */
async function claimElsewhere() {
  const script = `
    import { openDataFolder } from ${JSON.stringify(join(import.meta.dirname, "data-folder.ts"))};
    const folder = await openDataFolder(${JSON.stringify(dir)});
    console.log(folder.ok ? "mine" : folder.error.type + " " + folder.error.pid);
    process.stdin.resume();
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  const [answer] = (await once(child.stdout, "data")) as [Buffer];
  return {
    pid: child.pid,
    answer: answer.toString().trim(),
    kill,
    [Symbol.asyncDispose]: kill,
  };
}

async function opened(path: string) {
  const folder = await openDataFolder(path);
  if (!folder.ok) throw new Error(folder.error.type);
  return folder.value;
}

describe("data folder", () => {
  test("is created readable only by its owner, and names its process until it is disposed", async () => {
    const path = join(dir, "a", "b");
    const pidOfPath = join(path, "tidemark.pid");
    {
      await using folder = await opened(path);
      expect(folder.databaseFile.startsWith(path)).toBe(true);
      expect(readFileSync(pidOfPath, "utf8")).toBe(`${process.pid}\n`);
      expect(statSync(path).mode & 0o077).toBe(0);
    }
    expect(existsSync(pidOfPath)).toBe(false);
  });

  test("is refused a second time while it is open, and available again afterwards", async () => {
    {
      await using _folder = await opened(dir);
      expect(await openDataFolder(dir)).toEqual({
        ok: false,
        error: { type: "folder-in-use", path: dir, pid: process.pid },
      });
    }
    await using _again = await opened(dir);
  });

  test("stays locked after a second claim in the same process", async () => {
    await using _folder = await opened(dir);
    expect((await openDataFolder(dir)).ok).toBe(false);
    await using asking = await claimElsewhere();
    expect(asking.answer).toBe(`folder-in-use ${process.pid}`);
  });

  test("is refused while another process has it, and free as soon as that is killed", async () => {
    await using holder = await claimElsewhere();
    expect(holder.answer).toBe("mine");
    expect(await openDataFolder(dir)).toEqual({
      ok: false,
      error: { type: "folder-in-use", path: dir, pid: holder.pid },
    });
    await holder.kill();
    expect(readFileSync(pidFile(), "utf8")).toBe(`${holder.pid}\n`);
    await using _folder = await opened(dir);
    expect(readFileSync(pidFile(), "utf8")).toBe(`${process.pid}\n`);
  });

  test("is free if another process now has the id of a killed one", async () => {
    {
      await using holder = await claimElsewhere();
      await holder.kill();
    }
    // Id of a live process that never had the folder.
    writeFileSync(pidFile(), `${process.ppid}\n`);
    await using _folder = await opened(dir);
    expect(readFileSync(pidFile(), "utf8")).toBe(`${process.pid}\n`);
  });

  test("is refused by its lock even if the pid file is missing", async () => {
    await using _folder = await opened(dir);
    rmSync(pidFile());
    expect(await openDataFolder(dir)).toEqual({
      ok: false,
      error: { type: "folder-in-use", path: dir, pid: null },
    });
  });

  test("is unusable where its lock can't be created, and says which file that is", async () => {
    mkdirSync(join(dir, "tidemark.lock"));
    expect(await openDataFolder(dir)).toMatchObject({
      ok: false,
      error: {
        type: "folder-unwritable",
        reason: expect.stringContaining("tidemark.lock cannot be locked") as unknown,
      },
    });
    expect(existsSync(pidFile())).toBe(false);
  });

  test("can be claimed after an earlier run with the same process id", async () => {
    writeFileSync(pidFile(), `${process.pid}\n`);
    await using _folder = await opened(dir);
  });

  test.each(["", "rubbish"])("can be claimed with a pid file that contains %j", async (text) => {
    writeFileSync(pidFile(), text);
    await using _folder = await opened(dir);
  });

  test.each(["999999999", String(process.pid)])(
    "is given to one of many concurrent claims, with a pid file that contains %s",
    async (pid) => {
      writeFileSync(pidFile(), `${pid}\n`);
      const asking = await Promise.all(Array.from({ length: 4 }, () => claimElsewhere()));
      await using ends = new AsyncDisposableStack();
      for (const each of asking) ends.use(each);
      const winners = asking.filter(({ answer }) => answer === "mine");
      expect(winners).toHaveLength(1);
      expect(readFileSync(pidFile(), "utf8")).toBe(`${winners[0]?.pid}\n`);
    },
  );

  test.runIf(process.platform === "linux")(
    "reports a parent that cannot have folders",
    async () => {
      expect(await openDataFolder("/proc/tidemark/a")).toMatchObject({
        ok: false,
        error: { type: "folder-unwritable", path: "/proc/tidemark/a" },
      });
    },
  );

  test("reports a file in its place", async () => {
    const file = join(dir, "file");
    writeFileSync(file, "");
    expect(await openDataFolder(join(file, "data"))).toMatchObject({
      ok: false,
      error: { type: "folder-unwritable", reason: expect.stringContaining("ENOTDIR") as unknown },
    });
  });
});
