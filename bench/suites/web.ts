import { stat } from "node:fs/promises";
import { join } from "node:path";
import { readdir } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readerUsername } from "../corpus.ts";
import { accountPassword, builtPage, startHttpServer } from "../http-server.ts";
import type { BenchCase, Unit } from "../measure.ts";
import { sharedRun } from "../shared-run.ts";
import type { Suite } from "../suite.ts";
import { startDevice } from "../sync/device-process.ts";
import { openAppPage } from "../ui/app-page.ts";
import { openWebPage } from "../ui/web-page.ts";
import { save, searchKey, switchView } from "./ui.ts";

// The app in a browser, over a replica of its own, beside the same page over the desktop's host: both in
// headless Chromium with 100,000 memos, measured in turns. `×` is the browser's time divided by the other.

export const web: Suite = {
  name: "web",
  async open(corpora) {
    await using opening = new AsyncDisposableStack();
    const desktop = opening.use(await openAppPage(corpora));
    const browser = opening.use(await openWebPage(corpora));
    const pages = { browser: browser.page, desktop: desktop.page };
    const device = await deviceCpuMs(corpora);
    const held = opening.move();
    return {
      cases: [
        once("first sync: the first memos painted", "s", 1, browser.firstShownSeconds),
        once("first sync: processor time", "×", 1.8, browser.firstSyncCpuMs / device),
        once("worker, compressed", "n", 250_000, await workerBytes()),
        once("heap of page and worker", "MB", 250, await browser.heapMB()),
        ...beside("a key of a search: the rows painted", 50, 3, pages, searchKey),
        ...beside("another view: its first memos painted", 100, 2, pages, switchView),
        ...beside("Ctrl+Enter: the card painted", 50, 2, pages, save),
        ...beside("a reload: the first memo painted", 900, 1.6, pages, reload),
      ],
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    };
  },
};

interface Pages {
  readonly browser: Page;
  readonly desktop: Page;
}

/** Creates two cases of the same runs: the browser's time, and its ratio to the desktop's. */
function beside(
  label: string,
  goalMs: number,
  goalRatio: number,
  { browser, desktop }: Pages,
  work: (page: Page) => Promise<number>,
): BenchCase[] {
  const run = sharedRun(async () => {
    const besideMs = await work(desktop);
    return { ms: await work(browser), besideMs };
  });
  const base = { samples: 20, warmUps: 2 };
  return [
    {
      ...base,
      label,
      unit: "ms",
      goal: goalMs,
      goalOf: "p95",
      sample: async () => (await run("ms")).ms,
    },
    {
      ...base,
      label: `${label}, beside the desktop`,
      unit: "×",
      goal: goalRatio,
      sample: async () => {
        const { ms, besideMs } = await run("ratio");
        return ms / besideMs;
      },
    },
  ];
}

function once(label: string, unit: Unit, goal: number, value: number): BenchCase {
  return { label, unit, goal, samples: 1, warmUps: 0, rounds: 1, sample: () => value };
}

async function reload(page: Page): Promise<number> {
  const startMs = performance.now();
  await page.reload();
  await page.getByRole("feed", { name: "Memos" }).getByRole("article").first().waitFor();
  await page.evaluate(() => window.probe.painted());
  return performance.now() - startMs;
}

/** Returns the processor time of a desktop's host for its first sync. */
async function deviceCpuMs(corpora: Parameters<Suite["open"]>[0]): Promise<number> {
  await using server = await startHttpServer(corpora, "one-owner");
  await using device = await startDevice();
  const account = { url: server.url, username: readerUsername, password: accountPassword };
  return (await device.firstSync(account, corpora.size)).cpuMs;
}

/** Returns the size of the worker's script, compressed with brotli. */
async function workerBytes(): Promise<number> {
  const assets = join(await builtPage(), "assets");
  const name = (await readdir(assets)).find((file) => /^first-.*\.js\.br$/.test(file));
  if (name === undefined) throw new Error("there is no compressed worker");
  return (await stat(join(assets, name))).size;
}
