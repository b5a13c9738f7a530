import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { findChromium } from "../../../../scripts/chromium.ts";

const desktop = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

/** Builds main, host, preload and page as they are packaged, into a folder of this test's own. */
async function build(): Promise<string> {
  // Inside the package, so that the SQLite driver is found as it is from the real output.
  await mkdir(join(desktop, "out"), { recursive: true });
  const outDir = await mkdtemp(join(desktop, "out", ".test-"));
  onTestFinished(() => rm(outDir, { recursive: true, force: true }));
  const bundler = dirname(createRequire(import.meta.url).resolve("electron-vite/package.json"));
  await run(
    process.execPath,
    [join(bundler, "bin/electron-vite.js"), "build", "--outDir", outDir],
    { cwd: desktop },
  );
  return outDir;
}

test.skipIf(findChromium() === undefined)(
  "the built application writes and keeps memos in a real Chromium",
  { timeout: 120_000 },
  async () => {
    const outDir = await build();
    const data = await mkdtemp(join(tmpdir(), "tidemark-data-"));
    onTestFinished(() => rm(data, { recursive: true, force: true }));
    const { stdout } = await run(
      process.execPath,
      [join(import.meta.dirname, "run-built.ts"), outDir],
      { env: { ...process.env, TIDEMARK_TEST_DATA: data }, timeout: 90_000 },
    );
    expect(JSON.parse(stdout)).toEqual({
      // The page has the two functions of the bridge, and nothing of Node or of the preload's world.
      globals: {
        bridge: ["connect", "setMenuWords"],
        require: "undefined",
        process: "undefined",
        relay: "undefined",
      },
      file: [200, 206, "nosniff", "water"],
      address: "https://app.tidemark.test/#/tasks",
      loadsWhileAway: 0,
      hosts: 2,
      problems: [],
    });
    expect(await readdir(data)).toContain("tidemark.db");
    expect(await readdir(data)).not.toContain("tidemark.pid");
  },
);
