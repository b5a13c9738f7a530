import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { inspectDatabase, openDatabase } from "@tidemark/db/node";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { findChromium } from "../../../../scripts/chromium.ts";

const desktop = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

/** Builds main, host, preload and page as they are packaged, into a folder of this test's own. */
async function build(): Promise<string> {
  // Inside the package, so that the SQLite driver is found as it is from the real output.
  await mkdir(join(desktop, "out"), { recursive: true });
  const outDir = await mkdtemp(join(desktop, "out", ".test-"));
  const bundler = dirname(createRequire(import.meta.url).resolve("electron-vite/package.json"));
  await run(
    process.execPath,
    [join(bundler, "bin/electron-vite.js"), "build", "--outDir", outDir],
    { cwd: desktop },
  );
  return outDir;
}

const outDir = findChromium() === undefined ? null : build();

afterAll(async () => {
  if (outDir !== null) await rm(await outDir, { recursive: true, force: true });
});

/** What a script says that runs the built application on a data folder. */
async function runBuilt(script: string, data: string): Promise<unknown> {
  const { stdout } = await run(
    process.execPath,
    [join(import.meta.dirname, script), (await outDir) ?? ""],
    {
      // Without a bus there is no tray, whoever runs the tests.
      env: { ...process.env, TIDEMARK_TEST_DATA: data, DBUS_SESSION_BUS_ADDRESS: "disabled:" },
      timeout: 90_000,
    },
  );
  return JSON.parse(stdout);
}

async function dataFolder(): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), "tidemark-data-"));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  return data;
}

test.skipIf(findChromium() === undefined)(
  "the built application writes and keeps memos in a real Chromium",
  { timeout: 120_000 },
  async () => {
    const data = await dataFolder();
    expect(await runBuilt("run-built.ts", data)).toEqual({
      // The page has the functions of the bridge, and nothing of Node or of the preload's world.
      globals: {
        bridge: ["connect", "setMenuWords", "pathOf", "askShell"],
        require: "undefined",
        process: "undefined",
        relay: "undefined",
      },
      file: [200, 206, "nosniff", "water"],
      address: "https://app.tidemark.test/#/tasks",
      loadsWhileAway: 0,
      captureSize: [560, expect.any(Number)],
      hosts: 2,
      problems: [],
    });
    expect(await readdir(data)).toContain("tidemark.db");
    expect(await readdir(data)).not.toContain("tidemark.pid");
  },
);

test.skipIf(findChromium() === undefined)(
  "the built application takes memos in and out by its verbs, without a window",
  { timeout: 120_000 },
  async () => {
    const data = await dataFolder();
    const note = join(data, "Low water.md");
    await writeFile(note, "the path under the cliff #sea");
    const verb = async (...args: readonly string[]) =>
      run(process.execPath, [
        join(import.meta.dirname, "run-verb.ts"),
        (await outDir) ?? "",
        ...args,
      ]);
    const profile = join(data, "profile");
    const { stdout } = await verb("import", note, "--data", profile);
    expect(stdout).toMatch(/^imported: 1 new, 0 same, 0 skipped, 0 problems$/m);
    const out = join(data, "out");
    await verb("export", "--data", profile, "--to", out, "--format", "json");
    expect(await readFile(join(out, "memos.json"), "utf8")).toContain("the path under the cliff");
    await expect(verb("export", "--data", join(data, "gone"), "--to", out)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^tidemark: there are no memos in /),
    });
  },
);

test.skipIf(findChromium() === undefined)(
  "a database that cannot be opened is said in the window, which goes on from a copy",
  { timeout: 120_000 },
  async () => {
    const data = await dataFolder();
    const damaged = "no database at all, though it is as long as one would be".repeat(100);
    await writeFile(join(data, "tidemark.db"), damaged);
    const copy = await openDatabase({ file: join(data, "tidemark.db.before-v9"), role: "device" });
    await copy.close();
    expect(await runBuilt("run-refused.ts", data)).toEqual({
      said: expect.stringContaining("tidemark.db"),
      buttons: ["Try again", "Show folder", "Show logs", "Quit", "Use this copy…"],
      problems: [],
    });
    expect(inspectDatabase(join(data, "tidemark.db")).ok).toBe(true);
    const [replaced = ""] = (await readdir(data)).filter((name) => name.startsWith("replaced-"));
    expect(await readFile(join(data, replaced, "tidemark.db"), "utf8")).toBe(damaged);
  },
);
