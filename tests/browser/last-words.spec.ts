import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { freePort } from "../chaos/free-port.ts";
import { openRouter } from "../system/app-router.ts";
import { openDevice } from "../system/device-page.ts";
import { startApp, unusedAddress } from "../system/running-program.ts";

test("W4 · last words are saved when the tab closes, the page is left, or the host ends", async ({
  browser,
}) => {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-last-words-"));
  const port = await freePort();
  let app = await startApp(dir, port);
  const draft = async (): Promise<string> =>
    (await openRouter(app.url)).drafts.get.query({ key: "composer" });

  await test.step("the tab is closed right after the last key", async () => {
    await using device = await openDevice(browser, app.url);
    await device.page.getByRole("textbox", { name: "New memo" }).click();
    await device.page.keyboard.type("closed");
    await device.page.close();
    await expect.poll(draft).toBe("closed");
  });

  await test.step("the page is left for another one right after the last key", async () => {
    await using device = await openDevice(browser, app.url);
    await expect(device.page.getByRole("textbox", { name: "New memo" })).toHaveText("closed");
    await device.page.keyboard.press("Control+End");
    await device.page.keyboard.type(" and left");
    await device.page.goto("about:blank");
    await expect.poll(draft).toBe("closed and left");
  });

  await test.step("the host is stopped right after the last key, and the page is used again", async () => {
    await using device = await openDevice(browser, app.url);
    const composer = device.page.getByRole("textbox", { name: "New memo" });
    await expect(composer).toHaveText("closed and left");
    // A page that receives changes is also notified of the end. A page that has just opened may not be
    // subscribed yet.
    await (await openRouter(app.url)).memos.create.mutate({ content: "Heard of" });
    await expect(device.memo("Heard of")).toBeVisible();
    await device.page.keyboard.press("Control+End");
    await device.page.keyboard.type(" and ended");
    await app.stop();
    app = await startApp(dir, port);
    // A host waits one second for its pages. On a slow machine, later text remains in the page.
    await expect.poll(draft).toBe("closed and left and ended");
    await device.page.keyboard.type(" and back");
    await expect(device.page.locator("[data-kept]")).toHaveAttribute("data-kept", "kept");
    await expect.poll(draft).toBe("closed and left and ended and back");
  });

  await test.step("the app's address is pasted over the page, with a wrong key and with a valid one", async () => {
    await using device = await openDevice(browser, app.url);
    const composer = device.page.getByRole("textbox", { name: "New memo" });
    await expect(composer).toHaveText("closed and left and ended and back");
    await device.page.evaluate(() => Object.assign(window, { isSamePage: true }));
    for (const key of ["wrong", new URL(await unusedAddress(app.url)).hash.slice("#key=".length)]) {
      const traded = device.page.waitForResponse((answer) => answer.url().endsWith("/session"));
      await device.page.evaluate((pasted) => void (location.hash = `#key=${pasted}`), key);
      await traded;
      await expect(device.page).not.toHaveURL(/key=/);
      await expect(composer).toHaveText("closed and left and ended and back");
      expect(await device.page.evaluate(() => "isSamePage" in window)).toBe(true);
    }
  });

  await app.stop();
  await rm(dir, { recursive: true, force: true });
});

test("doesn't offer a memo's text again as a draft if the page was left before the response", async ({
  browser,
}) => {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-last-words-"));
  const app = await startApp(dir);
  const router = await openRouter(app.url);
  const draft = (): Promise<string> => router.drafts.get.query({ key: "composer" });
  const contents = async (): Promise<string[]> =>
    (await router.memos.list.query({})).memos.map(({ content }) => content);
  await using device = await openDevice(browser, app.url);
  const { page } = device;
  const composer = page.getByRole("textbox", { name: "New memo" });

  await test.step("the response never arrives", async () => {
    await page.route("**/trpc/memos.create**", async (route) => void (await route.fetch()));
    await device.write("Made without an answer");
    await composer.pressSequentially("typed since");
    await expect.poll(contents).toEqual(["Made without an answer"]);
    await expect.poll(draft).toBe("Made without an answer\n\ntyped since");
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.reload();
    await expect(composer).toHaveText("typed since");
    await expect.poll(draft).toBe("typed since");
    await composer.fill("");
    await expect.poll(draft).toBe("");
  });

  await test.step("the page reloads right after the keys that save the memo", async () => {
    await composer.click();
    await page.keyboard.insertText("Left at once");
    await page.keyboard.press("Control+Enter");
    await page.reload();
    await expect(device.memo("Left at once")).toBeVisible();
    await expect.poll(draft).toBe("");
    await expect(composer).not.toContainText("Left at once");
    await composer.pressSequentially("the next");
    await page.keyboard.press("Control+Enter");
    await expect.poll(contents).toEqual(["the next", "Left at once", "Made without an answer"]);
  });

  await app.stop();
  await rm(dir, { recursive: true, force: true });
});

test("W4 · typed text is saved although some of the page's files fail to load at first", async ({
  browser,
}) => {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-unread-parts-"));
  const app = await startApp(dir, await freePort());
  const page = await browser.newPage();
  let refused = 0;
  // The file of the empty state, which the page requests once the list has loaded.
  await page.route("**/empty-state*.js", async (route) => {
    if (refused === 3) return route.continue();
    refused += 1;
    return route.abort();
  });
  try {
    await page.goto(await unusedAddress(app.url));
    const composer = page.getByRole("textbox", { name: "New memo" });
    await composer.click();
    await page.keyboard.type("typed into a page ");
    await expect.poll(() => refused).toBe(3);
    await page.keyboard.type("of which a part is away");
    await expect(page.getByText("Nothing here yet")).toBeVisible();
    await expect(composer).toBeFocused();
    const router = await openRouter(app.url);
    await expect
      .poll(() => router.drafts.get.query({ key: "composer" }))
      .toBe("typed into a page of which a part is away");
  } finally {
    await page.close();
    await app.stop();
    await rm(dir, { recursive: true, force: true });
  }
});
