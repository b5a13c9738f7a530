import { expect, type Request } from "@playwright/test";
import { expectAccessibleInBoth } from "../browser/expect-accessible.ts";
import { hostileTexts } from "../browser/hostile-texts.ts";
import { openDevice } from "../system/device-page.ts";
import { createMemo, signInPath, test, textsOf } from "./signed-in-page.ts";
import { pixel } from "./tab-page.ts";

test.afterEach(({ served }) => served.setReachable(true));

test("a new browser without a session is sent to the page for signing in", async ({
  page,
  served,
}) => {
  await page.goto(served.url);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("after signing in, the memos of the server are there, and both sides sync", async ({
  browser,
  served,
}) => {
  await createMemo(served, "Written over the API, before the browser came");
  await using device = await openDevice(browser, `${served.url}${signInPath("alice")}`);
  await expect(device.memo("Written over the API")).toBeVisible();
  await device.write("Written in the browser");
  await expect.poll(() => textsOf(served)).toContain("Written in the browser");
  await createMemo(served, "Written over the API, while the browser is open");
  await expect(device.memo("while the browser is open")).toBeVisible();
  await expectAccessibleInBoth(device.page, "the timeline");

  await device.page.reload();
  await expect(device.memo("Written in the browser")).toBeVisible();
  const stored = await device.page.context().storageState();
  expect(JSON.stringify(stored.origins)).not.toContain("tidemark_browser");
});

test("a page that the server doesn't reach is written in, and both sides merge later", async ({
  browser,
  served,
}) => {
  await createMemo(served, "Merged from two sides");
  await using device = await openDevice(browser, `${served.url}${signInPath("alice")}`);
  await expect(device.memo("Merged from two sides")).toBeVisible();
  served.setReachable(false);
  await device.edit("Merged from two sides", "end", "\n\nwithout a network");
  await device.write("New, without a network");
  await device.search("without a network");
  await expect(device.memo("Merged from two sides")).toBeVisible();
  expect(await textsOf(served)).not.toContain("New, without a network");
  served.setReachable(true);
  await expect.poll(() => textsOf(served)).toContain("New, without a network");
  await expect
    .poll(async () => (await textsOf(served)).join("\n"))
    .toContain("Merged from two sides\n\nwithout a network");
});

test("no memo that was shown as saved is lost when the renderer crashes", async ({
  browser,
  served,
}) => {
  await using device = await openDevice(browser, `${served.url}${signInPath("alice")}`);
  const { page } = device;
  const context = page.context();
  await expect(device.syncPill()).toHaveAccessibleName(/^Sync: Synced/);
  served.setReachable(false);
  for (let n = 0; n < 5; n += 1) {
    await device.write(`Before the crash ${n}`);
    // The card alone is no sign: it is shown before the database has the memo.
    await expect(device.syncPill()).toHaveAccessibleName(new RegExp(`\\b${n + 1} pending`));
  }
  const browserTarget = await context.newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  // Never answered.
  void browserTarget.send("Page.crash").catch(() => undefined);
  await crashed;
  served.setReachable(true);
  const again = await context.newPage();
  await again.goto(served.url);
  for (let n = 0; n < 5; n += 1) {
    await expect(again.getByText(`Before the crash ${n}`).first()).toBeVisible();
  }
});

test("another account in the same browser is told apart, and sends nothing", async ({
  browser,
  served,
}) => {
  await using device = await openDevice(browser, `${served.url}${signInPath("alice")}`);
  await device.write("Only alice may have this");
  await expect.poll(() => textsOf(served)).toContain("Only alice may have this");
  await device.page.goto(`${served.url}${signInPath("bob")}`);
  await expect(device.memo("Only alice may have this")).toBeVisible();
  await expect(device.syncPill()).toHaveAccessibleName(/Sign in/);
});

test("a picture is attached and shown without a network, and sent to the server later", async ({
  browser,
  served,
}) => {
  await using device = await openDevice(browser, `${served.url}${signInPath("alice")}`);
  const { page } = device;
  await expect(device.syncPill()).toHaveAccessibleName(/^Sync: Synced/);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  served.setReachable(false);
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "tide.png", mimeType: "image/png", buffer: pixel });
  await expect(page.getByText("tide.png").or(page.getByAltText("tide.png")).first()).toBeVisible();
  await device.write("With a picture of the tide");
  const picture = device.memo("With a picture").getByRole("button", { name: "Open tide.png" });
  await expect(picture).toBeVisible();
  const isDrawn = () =>
    picture.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth > 0);
  await expect.poll(isDrawn).toBe(true);
  served.setReachable(true);
  await expect
    .poll(async () => {
      const reply = await fetch(`${served.server.url}/api/v1/attachments`, {
        headers: { authorization: `Bearer ${served.token}` },
      });
      return JSON.stringify(await reply.json());
    })
    .toContain("tide.png");
});

test("reading hostile memos sends no requests", async ({ browser, served }) => {
  for (const content of hostileTexts(served.url, "sync/hello")) await createMemo(served, content);
  await createMemo(served, "The newest one");
  await using device = await openDevice(browser, `${served.url}${signInPath("alice")}`);
  const { page } = device;
  await expect(device.memo("The newest one")).toBeVisible();
  await expect(device.syncPill()).toHaveAccessibleName(/^Sync: Synced/);

  const asked: Request[] = [];
  page.on("request", (request) => asked.push(request));
  await page.reload();
  const feed = page.getByRole("feed", { name: "Memos" });
  await expect(feed.getByRole("article").first()).toBeVisible();
  await feed.getByRole("link").first().hover();
  for (let n = 0; n < 12; n += 1) {
    await page.mouse.move(500 + 10 * n, 400);
    await page.mouse.wheel(0, 500);
    await page.waitForTimeout(50);
  }
  const isOfTexts = (request: Request): boolean => {
    const { pathname, search } = new URL(request.url());
    const isOfApp = /^\/(?:assets|icons|sync)\/|^\/(?:manifest|service-worker|$)/.test(pathname);
    return search.includes("asked") || !isOfApp || request.resourceType() === "image";
  };
  const files = /\/(?:assets|icons|file)\//;
  const odd = asked.filter((each) => isOfTexts(each) && !files.test(each.url()));
  expect(odd.map((request) => request.url())).toEqual([]);
  expect(asked.filter((request) => !request.url().startsWith(served.url))).toEqual([]);
});
