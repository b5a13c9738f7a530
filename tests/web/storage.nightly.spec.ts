import { expect, type Page } from "@playwright/test";
import { openDevice } from "../system/device-page.ts";
import { createMemo, signInPath, test } from "./signed-in-page.ts";

test.afterEach(({ served }) => served.setReachable(true));

const removed = "This browser removed its copy. It’s coming back from the server.";

/** Limits the space of the page's origin to what it uses, and `moreBytes`; without them the limit is lifted. */
async function limitSpace(page: Page, moreBytes?: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const used = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await browser.send("Storage.overrideQuotaForOrigin", {
    origin: new URL(page.url()).origin,
    ...(moreBytes !== undefined && { quotaSize: used + moreBytes }),
  });
}

/** Deletes what the page's origin stores, as browsers do: everything but cookies. */
async function deleteStorage(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  const storageTypes = "file_systems,local_storage,indexeddb,cache_storage,service_workers";
  await browser.send("Storage.clearDataForOrigin", { origin, storageTypes });
  await browser.detach();
}

test("A42g · a copy that the browser removed comes back, and the app says so", async ({
  browser,
  served,
}) => {
  await createMemo(served, "Safe on the server");
  await using device = await openDevice(browser, `${served.url}${signInPath("alice")}`);
  const { page } = device;
  await expect(device.memo("Safe on the server")).toBeVisible();
  await expect(page.getByText(removed).first()).toBeHidden();
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain("tidemark_copy");

  await page.goto(`${served.url}/sign-in`);
  await deleteStorage(page);
  await page.goto(served.url);
  await expect(page.getByRole("status").filter({ hasText: removed })).toBeVisible();
  await expect(device.memo("Safe on the server")).toBeVisible();
  await page.reload();
  await expect(device.memo("Safe on the server")).toBeVisible();
  await expect(page.getByText(removed)).toBeHidden();
});

test("A42g · unsent changes in a copy that the browser may remove are announced once", async ({
  browser,
  served,
}) => {
  await using device = await openDevice(browser, `${served.url}${signInPath("alice")}`);
  const { page } = device;
  await expect(device.syncPill()).toHaveAccessibleName(/^Sync: Synced/);
  served.setReachable(false);
  await device.write("Only here for now");
  const words = /only in this browser\. This browser may remove its copy\./;
  const message = page.getByRole("status").filter({ hasText: words });
  await expect(message).toBeVisible();
  await message.getByRole("button", { name: "Dismiss" }).click();
  await expect(message).toBeHidden();
  await device.write("And another one");
  await expect(device.memo("And another one")).toBeVisible();
  await device.syncPill().click();
  await expect(page.getByText(/^\d+ changes are only in this browser\.(?! This)/)).toBeVisible();
  await expect(message).toBeHidden();
});

test("A42g · the browser is asked to keep its copy after ten memos", async ({
  browser,
  served,
}) => {
  await using device = await openDevice(browser, `${served.url}${signInPath("bob")}`);
  const { page } = device;
  await page.evaluate(() => {
    navigator.storage.persisted = async () => false;
    navigator.storage.persist = async () => {
      document.body.dataset["asked"] = "yes";
      return true;
    };
  });
  for (let n = 0; n < 9; n += 1) await device.write(`Memo ${n}`);
  await expect(device.memo("Memo 8")).toBeVisible();
  expect(await page.evaluate(() => document.body.dataset["asked"])).toBe(undefined);
  await device.write("The tenth");
  await expect.poll(() => page.evaluate(() => document.body.dataset["asked"])).toBe("yes");
});

test("A42i · a file for which the browser has no space is refused in words, and nothing of it stays", async ({
  browser,
  served,
}) => {
  await using device = await openDevice(browser, `${served.url}${signInPath("alice")}`);
  const { page } = device;
  await device.write("Acknowledged before");
  await expect(device.memo("Acknowledged before")).toBeVisible();
  await expect(device.syncPill()).toHaveAccessibleName(/^Sync: Synced/);
  await limitSpace(page, 400_000);
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "large.bin", mimeType: "", buffer: Buffer.alloc(3_000_000, 1) });
  await expect(page.getByText(/browser has no more space for Tidemark/).first()).toBeVisible();
  const staged = await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const files = await root.getDirectoryHandle("tidemark-files");
    return Array.fromAsync((await files.getDirectoryHandle("staged")).keys());
  });
  expect(staged).toEqual([]);
  await limitSpace(page);
  await page.reload();
  await expect(device.memo("Acknowledged before")).toBeVisible();
});

test("A42i · a memo for which the browser has no space is refused in words, and its text stays in the editor", async ({
  browser,
  served,
}) => {
  await using device = await openDevice(browser, `${served.url}${signInPath("alice")}`);
  const { page } = device;
  await device.write("Acknowledged before");
  await expect(device.memo("Acknowledged before")).toBeVisible();
  await expect(device.syncPill()).toHaveAccessibleName(/^Sync: Synced/);
  await limitSpace(page, 0);
  const composer = page.getByRole("textbox", { name: "New memo" });
  await composer.click();
  // Larger than the free pages of the database.
  await page.keyboard.insertText(`Waits for space ${"and waits ".repeat(20_000)}`);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(/browser has no more space for Tidemark/).first()).toBeVisible();
  await expect(composer).toContainText("Waits for space");
  await expect(device.memo("Waits for space")).toBeHidden();
  await limitSpace(page);
  await composer.click();
  await page.keyboard.press("Control+Enter");
  await expect(device.memo("Waits for space")).toBeVisible();
  await page.reload();
  await expect(device.memo("Acknowledged before")).toBeVisible();
  await expect(device.memo("Waits for space")).toBeVisible();
});

test("A42k · when the storage is deleted under the app, it starts again, and the memos come back", async ({
  browser,
  served,
}) => {
  await createMemo(served, "On the server all the time");
  await using device = await openDevice(browser, `${served.url}${signInPath("alice")}`);
  const { page } = device;
  await expect(device.memo("On the server all the time")).toBeVisible();
  await expect(device.syncPill()).toHaveAccessibleName(/^Sync: Synced/);
  await deleteStorage(page);
  const composer = page.getByRole("textbox", { name: "New memo" });
  await composer.click();
  await page.keyboard.insertText("Typed after the deletion");
  await expect(page.getByRole("status").filter({ hasText: removed })).toBeVisible();
  await expect(device.memo("On the server all the time")).toBeVisible();
  await expect(composer).toContainText("Typed after the deletion");
  await composer.click();
  await page.keyboard.press("Control+Enter");
  await expect(device.memo("Typed after the deletion")).toBeVisible();
  await device.write("Written after the new start");
  await expect(device.memo("Written after the new start")).toBeVisible();
  served.setReachable(false);
  await page.reload();
  await expect(device.memo("Written after the new start")).toBeVisible();
  await expect(device.memo("Typed after the deletion")).toBeVisible();
});
