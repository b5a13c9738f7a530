import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@tidemark/db/node";
import { expect, onTestFinished, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { startBrowser } from "./start-browser.ts";

test("copies the database before the first start of another version", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "tidemark-start-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await (await openDatabase({ file: join(dataDir, "tidemark.db"), role: "device" })).close();
  await writeFile(join(dataDir, "tidemark.version"), "0.0.1\n");
  const copy = `tidemark.db.before-v${manifest.version}`;
  const start = (): Promise<void> =>
    startBrowser(
      { dataDir, port: 0 },
      {
        signal: new AbortController().signal,
        log: () => undefined,
        page: async () => dataDir,
        hasWindows: false,
        show: async () => undefined,
      },
    );
  await start();
  expect(await readdir(dataDir)).toContain(copy);
  expect(await readFile(join(dataDir, "tidemark.version"), "utf8")).toBe(`${manifest.version}\n`);
  await rm(join(dataDir, copy));
  await start();
  expect(await readdir(dataDir)).not.toContain(copy);
});
