import { expect, type Page } from "@playwright/test";
import { openDevice } from "../system/device-page.ts";
import { createMemo, signInPath, test } from "./signed-in-page.ts";

/** Holds the messages to the workers of pages that are loaded from now on. Returns a function that sends them. */
async function holdWorkers(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    const waiting: (() => void)[] = [];
    Worker.prototype.postMessage = function (...given: unknown[]) {
      waiting.push(() => Reflect.apply(postMessage, this, given));
    };
    Object.assign(globalThis, {
      sendToWorkers: () => {
        Worker.prototype.postMessage = postMessage;
        for (const send of waiting) send();
      },
    });
  });
  return () => page.evaluate("sendToWorkers()");
}

test("A45 · a reload shows the last memos before the database is open, and then the new ones", async ({
  browser,
  served,
}) => {
  await createMemo(served, "Shown before #kept");
  await using device = await openDevice(browser, `${served.url}${signInPath("alice")}`);
  const { page } = device;
  await expect(device.memo("Shown before")).toBeVisible();
  await expect(device.syncPill()).toHaveAccessibleName(/^Sync: Synced/);
  const open = await holdWorkers(page);
  await page.reload();
  await expect(device.memo("Shown before")).toBeVisible();
  await expect(page.getByRole("navigation").getByText("kept")).toBeVisible();
  const composer = page.getByRole("textbox", { name: "New memo" });
  await composer.click();
  await page.keyboard.insertText("Written meanwhile");
  await createMemo(served, "Arrived meanwhile");
  await open();
  await page.keyboard.press("Control+Enter");
  await expect(device.memo("Written meanwhile")).toBeVisible();
  await expect(device.memo("Arrived meanwhile")).toBeVisible();
  await expect(device.memo("Shown before")).toBeVisible();
});

test("W1a · text typed before the database is open follows the stored draft", async ({
  browser,
  served,
}) => {
  await createMemo(served, "Shown before #kept");
  await using device = await openDevice(browser, `${served.url}${signInPath("alice")}`);
  const { page } = device;
  await expect(device.memo("Shown before")).toBeVisible();
  await expect(device.syncPill()).toHaveAccessibleName(/^Sync: Synced/);
  const composer = page.getByRole("textbox", { name: "New memo" });
  await composer.click();
  await page.keyboard.insertText("Buy milk");
  await expect(page.getByText("Draft saved")).toBeVisible();
  const open = await holdWorkers(page);
  await page.reload();
  await composer.click();
  await page.keyboard.insertText("and tea");
  await open();
  await expect.poll(() => composer.innerText()).toMatch(/^Buy milk\n+and tea$/);
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.reload();
  await open();
  await expect.poll(() => composer.innerText()).toMatch(/^Buy milk\n+and tea$/);
});
