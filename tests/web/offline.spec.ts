import { type Browser, expect, type Page, test as base } from "@playwright/test";
import { alice } from "../system/in-process-server.ts";
import { openServer, type RestartedServer } from "./restarted-server.ts";

const test = base.extend<{ readonly server: RestartedServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
  server: async ({}, provide) => {
    await using server = await openServer({ version: "a000000000000001" });
    await provide(server);
  },
});

/** Signs alice in on the server's page. */
async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel("Username").fill(alice.username);
  await page.getByLabel("Password").fill(alice.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

const composer = (page: Page) => page.getByRole("textbox", { name: "New memo" });
const synced = (page: Page) => page.getByRole("button", { name: /^Sync: Synced/ });
const memo = (page: Page, text: string) =>
  page.getByRole("feed", { name: "Memos" }).getByRole("article").filter({ hasText: text }).first();

/** Waits until the service worker answers the page and has stored the whole build, icons last. */
async function storedWhole(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const isStored = () =>
    page.evaluate(async () => (await caches.match("/manifest.webmanifest")) !== undefined);
  await expect.poll(isStored).toBe(true);
}

test("A40 · after one visit the app opens without the server, and edits merge once it is back", async ({
  browser,
  server,
}) => {
  await server.createMemo("Merged from two sides");
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, server.url);
  await expect(memo(page, "Merged from two sides")).toBeVisible();
  await expect(synced(page)).toBeVisible();
  await storedWhole(page);
  await server.stop();

  await page.reload();
  await expect(memo(page, "Merged from two sides")).toBeVisible();
  await page.close();

  // A cold start, by the link to a memo and by the address.
  const again = await context.newPage();
  await again.goto(`${server.url}/m/none`);
  expect(again.url()).toBe(`${server.url}/#/m/none`);
  await again.goto(`${server.url}/`);
  await expect(memo(again, "Merged from two sides")).toBeVisible();
  await composer(again).click();
  await again.keyboard.insertText("Written without the server");
  await again.keyboard.press("Control+Enter");
  const card = memo(again, "Merged from two sides");
  await card.hover();
  await card.getByRole("button", { name: "Edit", exact: true }).click();
  await again.getByRole("textbox", { name: "Edit memo" }).click();
  await again.keyboard.press("Control+End");
  await again.keyboard.type("\n\nand from this browser");
  await again.getByRole("button", { name: "Done" }).click();
  // Parts that weren't used before are there as well.
  await again.goto(`${server.url}/#/settings`);
  await expect(again.getByRole("heading", { name: "Settings" }).first()).toBeVisible();
  await again.goto(`${server.url}/#/`);

  await server.start();
  await expect.poll(() => server.texts()).toContain("Written without the server");
  await expect
    .poll(async () => (await server.texts()).join("\n"))
    .toContain("Merged from two sides\n\nand from this browser");
  await context.close();
});

test("A40a · stored answers keep the headers of the server's", async ({ browser, server }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, server.url);
  await expect(synced(page)).toBeVisible();
  await storedWhole(page);
  const names = [
    "content-security-policy",
    "permissions-policy",
    "x-frame-options",
    "content-type",
  ];
  const fromServer = await context.request.get(server.url);
  await server.stop();
  const stored = await page.reload();
  expect(stored?.fromServiceWorker()).toBe(true);
  const headers = (await stored?.allHeaders()) ?? {};
  for (const name of names) expect(headers[name], name).toBe(fromServer.headers()[name]);
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  await context.close();
});

test("A40b · after signing out, and in a browser without memos, the server is asked what to show", async ({
  browser,
  server,
}) => {
  await using device = await openSignedIn(browser, server);
  const { page } = device;
  await storedWhole(page);
  await page.goto(`${server.url}/#/settings/account`);
  await page.getByRole("button", { name: /^Sign out/ }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Sign out/ })
    .click();
  await expect(page.getByLabel("Password")).toBeVisible();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  await page.goto(`${server.url}/`);
  expect(new URL(page.url()).pathname).toBe("/sign-in");
  await page.goto(`${server.url}/m/abc`);
  await expect(page.getByText("Sign in to see this memo")).toBeVisible();
});

test("A40c · an ended session leaves the memos readable, and the app leads to signing in", async ({
  browser,
  server,
}) => {
  await server.createMemo("Still to be read");
  await using device = await openSignedIn(browser, server);
  const { page } = device;
  await expect(memo(page, "Still to be read")).toBeVisible();
  await storedWhole(page);
  await page.context().clearCookies();
  await page.goto(`${server.url}/?again`);
  await expect(memo(page, "Still to be read")).toBeVisible();
  await page.getByRole("button", { name: /^Sync: Sign in/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel("Password")).toBeVisible();
});

async function openSignedIn(browser: Browser, server: RestartedServer) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, server.url);
  await expect(synced(page)).toBeVisible();
  return { page, [Symbol.asyncDispose]: () => context.close() };
}
