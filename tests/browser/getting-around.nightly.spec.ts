import { expect } from "@playwright/test";
import { openRouter } from "../system/app-router.ts";
import { test as base } from "./file-app.ts";

const dayMs = 86_400_000;

/** A notebook of 120 days, one memo at noon of each. */
const test = base.extend<{ readonly notebook: null }>({
  notebook: [
    async ({ app }, provide) => {
      const { memos } = await openRouter(app.url);
      const { normal } = await memos.counts.query();
      const start = Date.UTC(2026, 0, 1, 12);
      for (let day = normal; day < 120; day += 1) {
        const { id } = await memos.create.mutate({ content: `Day ${day} at sea` });
        await memos.update.mutate({ id, patch: { createdMs: start + day * dayMs } });
      }
      await provide(null);
    },
    { auto: true },
  ],
});

// Runs in order in one worker: the tests share one app.
test.describe.configure({ mode: "default" });

test("g d goes to a date and lists memos from then and before", async ({ device }) => {
  const { page } = device;
  await expect(device.memo("Day 119 at sea")).toBeVisible();
  await device.memo("Day 119 at sea").focus();
  await page.keyboard.type("gd");
  const dialog = page.getByRole("dialog", { name: "Go to date" });
  await expect(dialog.getByRole("button", { name: "Go", exact: true })).toBeDisabled();
  await dialog.getByLabel("Date").fill("2026-02-01");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("feed").getByRole("article").first()).toContainText("Day 31 at sea");
  await expect(page.getByRole("searchbox")).toHaveValue("before:2026-02-02");
  await expect(device.memo("Day 31 at sea")).toBeFocused();
});

test("Back restores the list's scroll position", async ({ device }) => {
  const { page } = device;
  const main = page.locator("[data-scroller]");
  const place = () => main.evaluate((element) => element.scrollTop);
  await expect(device.memo("Day 119 at sea")).toBeVisible();
  await main.evaluate((element) => element.scrollTo(0, 2_400));
  await expect(device.memo("Day 100 at sea")).toBeVisible();
  // The list adjusts its position while it measures rows that came into view.
  let last = 0;
  await expect.poll(async () => last === (last = await place())).toBe(true);
  const top = () => device.memo("Day 100 at sea").boundingBox();
  const before = await top();
  await page.getByRole("navigation").getByRole("link", { name: "Archive" }).click();
  await expect(page.getByText("Nothing archived")).toBeVisible();
  await page.goBack();
  await expect(device.memo("Day 100 at sea")).toBeVisible();
  await expect
    .poll(async () => Math.abs(((await top())?.y ?? 0) - (before?.y ?? 0)))
    .toBeLessThan(3);
  await page.getByRole("navigation").getByRole("link", { name: "Archive" }).click();
  await page.getByRole("navigation").getByRole("link", { name: "Timeline" }).click();
  await expect(device.memo("Day 119 at sea")).toBeVisible();
  expect(await place()).toBe(0);
});

test("a new list starts at its top, and Back restores the scroll position of the previous one", async ({
  app,
  device,
}) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  await memos.create.mutate({ content: "In the harbour #harbour" });
  const main = page.locator("[data-scroller]");
  const place = () => main.evaluate((element) => element.scrollTop);
  const settled = async () => {
    let last = -1;
    await expect.poll(async () => last === (last = await place())).toBe(true);
  };
  const seen = async (words: string) => (await device.memo(words).boundingBox())?.y ?? 0;
  await expect(device.memo("In the harbour")).toBeVisible();
  await main.evaluate((element) => element.scrollTo(0, 2_400));
  await expect(device.memo("Day 100 at sea")).toBeVisible();
  await settled();
  const before = await seen("Day 100 at sea");

  const tags = page.getByRole("navigation", { name: "Main" });
  await tags.getByRole("treeitem", { name: "harbour", exact: true }).click();
  await expect(device.memo("In the harbour")).toBeVisible();
  expect(await place()).toBe(0);
  await page.goBack();
  await expect.poll(async () => Math.abs((await seen("Day 100 at sea")) - before)).toBeLessThan(3);

  await settled();
  // Clicks with the mouse, because Playwright's click would scroll the sticky search field into view.
  const { x = 0, y = 0 } = (await page.getByRole("searchbox").boundingBox()) ?? {};
  await page.mouse.click(x + 20, y + 8);
  await page.keyboard.type("Day");
  await expect(page.getByRole("article").first()).toContainText("Day 119 at sea");
  expect(await place()).toBe(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("searchbox")).toHaveValue("");
  await expect.poll(async () => Math.abs((await seen("Day 100 at sea")) - before)).toBeLessThan(3);

  // Forward opens the tag's list again.
  await page.goForward();
  await expect(device.memo("In the harbour")).toBeVisible();
});
