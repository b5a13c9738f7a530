import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { inspectDatabase, openDatabase } from "@tidemark/db/node";
import { expect, onTestFinished, test, vi } from "vitest";
import { chromiumLaunchOptions, findChromium } from "../../../../scripts/chromium.ts";
import { ensurePage } from "../../src/cli/page/ensure-built.ts";
import { startBrowser } from "../../src/cli/start-browser.ts";
import { StartRefused } from "../../src/cli/refused/start-refused.ts";

test.skipIf(findChromium() === undefined)(
  "in a terminal session, a page shows that the database can't be opened, and continues from a copy",
  { timeout: 120_000 },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "tidemark-refused-"));
    await writeFile(join(dataDir, "tidemark.db"), "no database at all, but long enough".repeat(99));
    const copy = join(dataDir, "tidemark.db.before-v9");
    await (await openDatabase({ file: copy, role: "device" })).close();
    const ending = new AbortController();
    const addresses: string[] = [];
    const running = startBrowser(
      { dataDir, port: 0 },
      {
        signal: ending.signal,
        log: () => undefined,
        page: () => ensurePage({ signal: ending.signal, log: () => undefined }),
        hasWindows: false,
        async showRefused(address, done) {
          addresses.push(address);
          await once(done, "abort");
        },
        async show(address) {
          addresses.push(address);
          await once(ending.signal, "abort");
        },
      },
    );
    const browser = await chromium.launch(chromiumLaunchOptions());
    onTestFinished(async () => {
      await browser.close();
      ending.abort();
      await running;
      await rm(dataDir, { recursive: true, force: true });
    });
    await vi.waitFor(() => expect(addresses).toHaveLength(1), 90_000);

    const page = await browser.newPage();
    await page.goto(addresses[0] ?? "");
    await page.getByRole("heading", { name: "Tidemark can’t open your memos" }).waitFor();
    await page.getByRole("button", { name: "Use this copy…" }).click();
    await page.getByRole("button", { name: /^Use the copy from / }).click();
    await vi.waitFor(() => expect(addresses).toHaveLength(2), 30_000);
    await page.goto(addresses[1] ?? "");
    await page.getByRole("heading", { name: "Timeline" }).waitFor();
    expect(inspectDatabase(join(dataDir, "tidemark.db")).ok).toBe(true);
    expect((await readdir(dataDir)).filter((name) => name.startsWith("replaced-"))).toHaveLength(1);
  },
);

test("leaving that page gives up, and it is closed after an answer", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "tidemark-refused-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await writeFile(join(dataDir, "tidemark.db"), "no database at all, but long enough".repeat(99));
  const signal = new AbortController().signal;
  const start = (showRefused: (address: string, done: AbortSignal) => Promise<void>) =>
    startBrowser(
      { dataDir, port: 0 },
      {
        signal,
        log: () => undefined,
        page: async () => dataDir,
        hasWindows: true,
        showRefused,
        show: () => Promise.reject(new Error("nothing is there to be shown")),
      },
    );
  await expect(start(async () => undefined)).rejects.toThrow(StartRefused);

  let closed = 0;
  const answered = start(async (address, done) => {
    const key = new URL(address).hash.slice("#key=".length);
    const answer = await fetch(new URL("/refused", address), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ key, act: "quit" }),
    });
    expect(answer.status).toBe(200);
    if (!done.aborted) await once(done, "abort");
    closed += 1;
  });
  await expect(answered).rejects.toThrow(StartRefused);
  expect(closed).toBe(1);
});
