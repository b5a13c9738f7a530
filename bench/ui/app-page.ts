import type { Browser, CDPSession, Page } from "@playwright/test";
import { openDatabase } from "@tidemark/db/node";
import { accountKey } from "@tidemark/core/sync/device";
import manifest from "../../apps/desktop/package.json" with { type: "json" };
import { versionBackup } from "../../apps/desktop/src/host/backup-before.ts";
import { startApp } from "../../tests/system/running-program.ts";
import { readerUsername } from "../corpus.ts";
import type { Corpora, TempFolder } from "../corpus-file.ts";
import { addProbe } from "./probe.ts";

/** The app on a corpus, in a browser. */
export interface AppPage extends AsyncDisposable {
  readonly page: Page;
  readonly devtools: CDPSession;
  /** From the command to the first memo painted, in seconds. */
  readonly startSeconds: number;
}

/**
 * Opens the app on a copy of the corpus, with a profile of its owner. The copy was last used by this version,
 * so that the start makes no backup. `fill` adds data to it.
 */
export async function openAppPage(
  corpora: Corpora,
  fill?: (folder: TempFolder, memos: number) => Promise<void>,
): Promise<AppPage> {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await corpora.copy("one-owner"));
  await own(folder.databaseFile);
  await versionBackup(folder.path, () => {}).runs(manifest.version);
  await fill?.(folder, corpora.size);
  // Imported lazily: a process can load only one copy, and `--beside` loads that of another checkout.
  const { chromium } = await import("@playwright/test");
  const { chromiumLaunchOptions } = await import("../../scripts/chromium.ts");
  const browser: Browser = await chromium.launch({
    ...chromiumLaunchOptions(),
    args: [...chromiumLaunchOptions().args, "--disable-smooth-scrolling"],
  });
  opening.defer(() => browser.close());
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    timezoneId: "UTC",
  });
  const page = await context.newPage();
  await addProbe(page);
  const startMs = performance.now();
  const app = opening.use(await startApp(folder.path));
  await page.goto(app.url);
  await page.getByRole("feed", { name: "Memos" }).getByRole("article").first().waitFor();
  await page.evaluate(() => window.probe.painted());
  const startSeconds = (performance.now() - startMs) / 1000;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  // Resets the probe, to exclude the start.
  await page.evaluate(() => window.probe.longestTask());
  const held = opening.move();
  return { page, devtools, startSeconds, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

async function own(file: string): Promise<void> {
  await using opened = await openDatabase({ file, role: "device" });
  await opened.database.write(({ meta }) => meta.set(accountKey, `users/${readerUsername}`));
}
