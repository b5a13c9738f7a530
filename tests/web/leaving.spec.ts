import { expect, type Page } from "@playwright/test";
import { openDevice } from "../system/device-page.ts";
import { nothing, storedThings } from "./stored-things.ts";
import { createMemo, type PageServer, signInPath, test, textsOf } from "./signed-in-page.ts";

test.afterEach(({ served }) => served.setReachable(true));

async function askToSignOut(page: Page, { url }: PageServer) {
  await page.goto(`${url}/#/settings/account`);
  await page.getByRole("button", { name: "Sign out" }).click();
  return page.getByRole("alertdialog").or(page.getByRole("dialog"));
}

test("A42f, A45 · signing out asks about unsent changes, and leaves nothing in the browser", async ({
  browser,
  served,
}) => {
  await createMemo(served, "Stored in the browser");
  await using device = await openDevice(browser, `${served.url}${signInPath("alice")}`);
  const { page } = device;
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect(device.syncPill()).toHaveAccessibleName(/^Sync: Synced/);
  await page.evaluate(async () => {
    localStorage.setItem("tidemark:of-the-app", "1");
    sessionStorage.setItem("tidemark:of-the-app", "1");
    await (await caches.open("tidemark-of-the-app")).put("/x", new Response("x"));
    await new Promise<void>((resolve) => {
      const opening = indexedDB.open("of-the-app");
      opening.addEventListener("success", () => {
        opening.result.close();
        resolve();
      });
    });
  });
  served.setReachable(false);
  await device.write("Never sent");
  const question = await askToSignOut(page, served);
  await expect(question).toContainText(/^\D*\d+ changes? (?:is|are) only in this browser/);
  served.setReachable(true);
  // A change that is sent meanwhile only makes the number smaller.
  await question.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(await storedThings(page)).toEqual(nothing);
  await page.goBack();
  await expect(page.getByText("Stored in the browser")).toBeHidden();
});

test("A42f · without the server, signing out fails in words, and nothing is deleted", async ({
  browser,
  served,
}) => {
  await createMemo(served, "Still here afterwards");
  await using device = await openDevice(browser, `${served.url}${signInPath("alice")}`);
  const { page } = device;
  await expect(device.memo("Still here afterwards")).toBeVisible();
  served.setReachable(false);
  const question = await askToSignOut(page, served);
  await question.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("alert")).toContainText("Could not reach");
  await page.goto(`${served.url}/#/`);
  await expect(device.memo("Still here afterwards")).toBeVisible();
});

test("A42h · words that a page left behind never become memos of another account", async ({
  browser,
  served,
}) => {
  await using device = await openDevice(browser, `${served.url}${signInPath("alice")}`);
  const { page } = device;
  await expect(device.syncPill()).toHaveAccessibleName(/^Sync: Synced/);
  const question = await askToSignOut(page, served);
  await question.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  // As a page stores them that is closed before its worker has read them.
  await page.evaluate((url) => {
    const input = { id: "left-behind-by-alice", content: "A secret of alice" };
    const calls = [{ path: "memos.create", input }];
    const words = { account: `users/alice ${url}`, calls };
    localStorage.setItem("tidemark.unsent.closed", JSON.stringify(words));
  }, served.url);
  await page.goto(`${served.url}${signInPath("bob")}`);
  await expect(device.syncPill()).toHaveAccessibleName(/^Sync: Synced/);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("tidemark.unsent.closed")))
    .toBe(null);
  await expect(page.getByText("A secret of alice")).toBeHidden();
  expect(await textsOf(served)).not.toContain("A secret of alice");
});
