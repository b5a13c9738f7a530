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

/** Builds main, host, preload and page as for packaging, into a separate folder. */
async function build(): Promise<string> {
  // Inside the package, so the SQLite driver is found as in the real output.
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

/** Runs a script that drives the built application on a data folder. Returns its JSON output. */
async function runBuilt(script: string, data: string): Promise<unknown> {
  const { stdout } = await run(
    process.execPath,
    [join(import.meta.dirname, script), (await outDir) ?? ""],
    {
      // Without a bus there is no tray, regardless of the machine.
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
  "the built application writes and saves memos in a real Chromium",
  { timeout: 120_000 },
  async () => {
    const data = await dataFolder();
    expect(await runBuilt("run-built.ts", data)).toEqual({
      // The page has the bridge's functions, and nothing of Node or the preload's world.
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
  "the built application imports and exports from the command line, without a window",
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
  "shows in the window that a database can't be opened, and continues from a copy",
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
