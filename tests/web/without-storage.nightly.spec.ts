import { expect, type Page } from "@playwright/test";
import { chromiumLaunchOptions } from "../../scripts/chromium.ts";
import { createMemo, type PageServer, signInPath, test, textsOf } from "./signed-in-page.ts";

// Another name for this machine: browsers give pages without TLS their storage only on localhost.
const host = "tidemark.test";

const launch = chromiumLaunchOptions();
const args = [...launch.args, `--host-resolver-rules=MAP ${host} 127.0.0.1`];
test.use({ launchOptions: { ...launch, args } });

const plainly = ({ url }: PageServer): string => url.replace(/\/\/[^:/]+/, `//${host}`);

const memo = (page: Page, words: string) =>
  page.getByRole("feed", { name: "Memos" }).getByRole("article").filter({ hasText: words }).first();

async function write(page: Page, content: string): Promise<void> {
  await page.getByRole("textbox", { name: "New memo" }).click();
  await page.keyboard.insertText(content);
  await page.keyboard.press("Control+Enter");
}

/** Expects that memos come from the server, go there, and come again after a reload. */
async function expectWorks(page: Page, served: PageServer, words: string): Promise<void> {
  await expect(memo(page, "On the server")).toBeVisible();
  await write(page, words);
  await expect.poll(() => textsOf(served)).toContain(words);
  await page.reload();
  await expect(memo(page, words)).toBeVisible();
  await page.getByRole("button", { name: /^Sync:/ }).click();
  await expect(page.getByText("Nothing is stored in this browser.")).toBeVisible();
}

test("A42b · without TLS everything is in memory, and the app says so", async ({
  page,
  served,
}) => {
  await createMemo(served, "On the server");
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(`${plainly(served)}${signInPath("alice")}`);
  expect(await page.evaluate(() => [isSecureContext, "storage" in navigator])).toEqual([
    false,
    false,
  ]);
  await expectWorks(page, served, "Written without TLS");
  expect(errors).toEqual([]);
});

test("A42b · where the browser refuses files, everything is in memory", async ({
  browser,
  served,
}) => {
  // A service worker would load the worker's script itself.
  const page = await browser.newPage({ serviceWorkers: "block" });
  await createMemo(served, "On the server");
  // As in private windows, where the functions exist and fail.
  await page.route(/\/assets\/first-[\w-]+\.js$/, async (route) => {
    const response = await route.fetch();
    const refuse = `StorageManager.prototype.getDirectory = async () => { throw new DOMException("no", "SecurityError"); };`;
    const text = await response.text();
    const isWorker = text.includes("sqlite3");
    await route.fulfill({ response, body: isWorker ? `${refuse}\n${text}` : text });
  });
  await page.goto(`${served.url}${signInPath("alice")}`);
  await expectWorks(page, served, "Written in a private window");
});
