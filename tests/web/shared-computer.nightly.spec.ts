import { type Browser, expect, type Page } from "@playwright/test";
import { openDevice } from "../system/device-page.ts";
import { nothing, storedThings } from "./stored-things.ts";
import { createMemo, type PageServer, signInPath, test, textsOf } from "./signed-in-page.ts";

test.afterEach(({ served }) => served.setReachable(true));

/** Marks a browser as the server's form does on a shared computer. */
async function markShared(page: Page, { url }: PageServer): Promise<void> {
  await page.context().addCookies([{ name: "tidemark_shared", value: "yes", url }]);
}

async function openShared(browser: Browser, served: PageServer) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await markShared(page, served);
  await page.goto(`${served.url}${signInPath("alice")}`);
  await expect(page.getByRole("button", { name: /^Sync: Synced/ })).toBeVisible();
  return { page, [Symbol.asyncDispose]: () => context.close() };
}

async function write(page: Page, content: string): Promise<void> {
  const composer = page.getByRole("textbox", { name: "New memo" });
  await composer.click();
  await page.keyboard.insertText(content);
  await page.keyboard.press("Control+Enter");
  await expect(composer).not.toContainText(content.slice(0, 12));
}

const memo = (page: Page, words: string) =>
  page.getByRole("feed", { name: "Memos" }).getByRole("article").filter({ hasText: words }).first();

/** PNG of one pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("A42a · on a shared computer nothing is stored, and the memos come from the server again", async ({
  browser,
  served,
}) => {
  await createMemo(served, "Written elsewhere #shared/place");
  await using shared = await openShared(browser, served);
  const { page } = shared;
  await expect(memo(page, "Written elsewhere")).toBeVisible();
  await write(page, "Written on a shared computer #harbour");
  await expect.poll(() => textsOf(served)).toContain("Written on a shared computer #harbour");
  await page.reload();
  await expect(memo(page, "Written on a shared computer")).toBeVisible();
  // Settings are changed and lists scrolled without a trace.
  await page.goto(`${served.url}/#/settings/appearance`);
  await page.getByRole("radio", { name: "Dark" }).first().click();
  await page.goto(`${served.url}/#/`);
  await expect(memo(page, "Written on a shared computer")).toBeVisible();
  const cookies = ["tidemark_browser", "tidemark_shared"];
  const { cookies: found, ...stored } = await storedThings(page);
  expect(found.toSorted()).toEqual(cookies);
  expect({ ...stored, cookies: [] }).toEqual(nothing);
});

test("A42b · the app says that nothing is stored, and hides settings of a copy", async ({
  browser,
  served,
}) => {
  await using shared = await openShared(browser, served);
  const { page } = shared;
  await page.getByRole("button", { name: /^Sync:/ }).click();
  await expect(page.getByText("Nothing is stored in this browser.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto(`${served.url}/#/settings/account`);
  await expect(page.getByText(/alice on .*Nothing is stored in this browser/)).toBeVisible();
  for (const [section, words] of [
    ["files", "Storage limit"],
    ["devices", "If this device is signed out remotely"],
    ["timeline", "Keep shared memos offline"],
  ] as const) {
    await page.goto(`${served.url}/#/settings/${section}`);
    await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
    await expect(page.getByText(words)).toBeHidden();
  }
});

test("A42c · a tab without a copy asks before it is closed with unsent changes", async ({
  browser,
  served,
}) => {
  await using shared = await openShared(browser, served);
  const { page } = shared;
  served.setReachable(false);
  await write(page, "Only in this tab");
  await page.getByRole("button", { name: /^Sync: Offline/ }).click();
  await expect(page.getByText(/^\d+ changes? (?:is|are) only in this tab\./)).toBeVisible();
  await expect(page.getByText("Keep this tab open.")).toBeVisible();
  await page.keyboard.press("Escape");
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  served.setReachable(true);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect.poll(() => textsOf(served)).toContain("Only in this tab");
  await expect(page.getByRole("button", { name: /^Sync: Synced/ })).toBeVisible();
  await page.reload();
  await expect(memo(page, "Only in this tab")).toBeVisible();
});

test("A42d · without a copy, pictures and links show the page's own file until the server has it", async ({
  browser,
  served,
}) => {
  await using shared = await openShared(browser, served);
  const { page } = shared;
  served.setReachable(false);
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "tide.png", mimeType: "image/png", buffer: pixel });
  await expect(page.getByText("tide.png").or(page.getByAltText("tide.png")).first()).toBeVisible();
  await write(page, "A picture from a shared computer");
  const picture = () =>
    memo(page, "A picture from").getByRole("button", { name: "Open tide.png" }).locator("img");
  const isDrawn = () =>
    picture().evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
  await expect.poll(isDrawn).toBe(true);
  served.setReachable(true);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect
    .poll(async () => {
      const headers = { authorization: `Bearer ${served.token}` };
      const reply = await fetch(`${served.server.url}/api/v1/attachments`, { headers });
      return reply.text();
    })
    .toMatch(/"filename":"tide\.png".*"memo":"memos\//);
  await page.reload();
  await expect.poll(isDrawn).toBe(true);
  await expect(picture()).toHaveAttribute("src", /^\/file\/attachments\//);
});

test("A42e · signing out of a shared computer leaves another user's copy alone", async ({
  browser,
  served,
}) => {
  await createMemo(served, "Alice's memo");
  await using device = await openDevice(browser, `${served.url}${signInPath("alice")}`);
  const { page } = device;
  await expect(device.syncPill()).toHaveAccessibleName(/^Sync: Synced/);
  served.setReachable(false);
  await device.write("Only in alice's copy");
  served.setReachable(true);
  await markShared(page, served);
  await page.goto(`${served.url}${signInPath("bob")}`);
  await expect(page.getByRole("button", { name: /^Sync: Synced/ })).toBeVisible();
  await expect(device.memo("Alice's memo")).toBeHidden();
  await device.write("Bob was here");
  await page.goto(`${served.url}/#/settings/account`);
  await page.getByRole("button", { name: "Sign out" }).click();
  const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await expect(question).toContainText("Nothing is stored in this browser.");
  await question.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  const left = await storedThings(page);
  expect(left.cookies).toEqual(["tidemark_copy"]);
  expect(left.files).toContain("tidemark-pool");
  await page.goto(`${served.url}${signInPath("alice")}`);
  await expect(device.memo("Only in alice's copy")).toBeVisible();
  await expect(device.memo("Bob was here")).toBeHidden();
});
