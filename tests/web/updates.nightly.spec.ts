import { expect, type Page, test as base } from "@playwright/test";
import { alice } from "../system/in-process-server.ts";
import { openServer, type RestartedServer } from "./restarted-server.ts";
import { hide, show } from "./tab-page.ts";

const [first, second] = ["a000000000000001", "a000000000000002"];

const test = base.extend<{ readonly server: RestartedServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
  server: async ({}, provide) => {
    await using server = await openServer({ version: first, isOlder: true });
    await provide(server);
  },
});

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel("Username").fill(alice.username);
  await page.getByLabel("Password").fill(alice.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("button", { name: /^Sync: Synced/ })).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Looks for a new build, as a page does that gets the focus after an hour. */
const lookForBuild = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });

/** Expects that a page is of a build, by the names of its scripts. See `copyBuild`. */
async function expectBuild(page: Page, version: string): Promise<void> {
  const scripts = () =>
    page
      .evaluate(() => [...document.scripts].map(({ src }) => src).join(" "))
      // It is being loaded.
      .catch(() => "");
  await expect.poll(scripts).toMatch(new RegExp(`/index-[\\w-]{7}${version.at(-1)}\\.js`));
}

const builds = (page: Page) =>
  page
    .evaluate(async () =>
      (await caches.keys()).filter((name) => name.startsWith("tidemark-build-")).toSorted(),
    )
    .catch(() => []);

const message = (page: Page) =>
  page.getByRole("status").filter({ hasText: "A new version is ready." });
const feed = (page: Page) => page.getByRole("feed", { name: "Memos" });

test("A40d · a new build waits until somebody reloads, and then all tabs have it", async ({
  browser,
  server,
}) => {
  await server.createMemo("Written before the update");
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, server.url);
  await expect(feed(page).getByText("Written before the update")).toBeVisible();
  const other = await context.newPage();
  await other.goto(server.url);
  await expect(other.getByRole("main")).toBeVisible();
  await expectBuild(other, first);
  await page.bringToFront();

  await server.serveBuild({ version: second });
  await lookForBuild(page);
  await expect(message(page)).toBeVisible();
  // Neither the old pages nor a reload meet the new build.
  await other.reload();
  await expect(other.getByRole("main")).toBeVisible();
  await expectBuild(other, first);
  await page.goto(`${server.url}/#/tasks`);
  await expect(page.getByRole("heading", { name: "Tasks" }).first()).toBeVisible();
  await expectBuild(page, first);
  expect(await builds(page)).toEqual([`tidemark-build-${first}`, `tidemark-build-${second}`]);

  await message(page).getByRole("button", { name: "Reload" }).click();
  await expectBuild(page, second);
  await expectBuild(other, second);
  await page.goto(`${server.url}/#/`);
  await other.close();
  await expect(feed(page).getByText("Written before the update")).toBeVisible();
  await expect.poll(() => builds(page)).toEqual([`tidemark-build-${second}`]);

  // The new build is stored whole before it is used.
  await server.stop();
  await page.reload();
  await expect(feed(page).getByText("Written before the update")).toBeVisible();
  await expectBuild(page, second);
  await context.close();
});

test("A40e · a tab that is alone and not in use reloads with the new build", async ({
  browser,
  server,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, server.url);
  await server.serveBuild({ version: second });
  await lookForBuild(page);
  await expectBuild(page, second);
  await context.close();
});

test("A40e · a tab in which somebody types doesn't, and keeps the draft when it is reloaded", async ({
  browser,
  server,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, server.url);
  const composer = page.getByRole("textbox", { name: "New memo" });
  await composer.click();
  await page.keyboard.insertText("Half a thought");
  await server.serveBuild({ version: second });
  await lookForBuild(page);
  await expect(message(page)).toBeVisible();
  await expectBuild(page, first);
  await message(page).getByRole("button", { name: "Reload" }).click();
  await expectBuild(page, second);
  await expect(composer).toContainText("Half a thought");
  await context.close();
});

test("A40d · parts of an open page's build are served after the update, without stored files", async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.getByLabel("Username").fill(alice.username);
  await page.getByLabel("Password").fill(alice.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("button", { name: /^Sync: Synced/ })).toBeVisible();
  await server.serveBuild({ version: second });
  await page.goto(`${server.url}/#/settings`);
  await expect(page.getByRole("heading", { name: "Settings" }).first()).toBeVisible();
  await expectBuild(page, first);
  await page.reload();
  await expectBuild(page, second);
  await context.close();
});

test("A40f · a page whose database a newer build has migrated says so, and loads that build", async ({
  browser,
  server,
}) => {
  await server.createMemo("Written before the update");
  const context = await browser.newContext({ hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await signIn(page, server.url);
  await expect(feed(page).getByText("Written before the update")).toBeVisible();
  // A phone's hidden tab lets others have the database.
  await hide(page);
  await server.serveBuild({ version: second });
  const newer = await context.newPage();
  const devtools = await context.newCDPSession(newer);
  await devtools.send("Network.enable");
  await devtools.send("Network.setBypassServiceWorker", { bypass: true });
  await newer.goto(server.url);
  await expect(feed(newer).getByText("Written before the update")).toBeVisible();
  await expectBuild(newer, second);
  await hide(newer);

  await show(page);
  await expect(page.getByRole("alert")).toContainText("A newer version");
  await expectBuild(page, first);
  await page.getByRole("button", { name: "Reload" }).click();
  await expectBuild(page, second);
  await expect(feed(page).getByText("Written before the update")).toBeVisible();
  await context.close();
});
