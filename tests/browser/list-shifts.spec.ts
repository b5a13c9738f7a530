import { expect, type Page } from "@playwright/test";
import { openRouter } from "../system/app-router.ts";
import { test } from "./file-app.ts";
import { fillList } from "./fill-list.ts";
import { paint } from "./hand-files.ts";

// Runs in order in one worker: the tests share one app.
test.describe.configure({ mode: "default" });

/** Above this sum a page counts as unsteady. */
const mostShift = 0.05;

/** Sums the layout shifts of every page that is loaded from now on. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) shifts.sum += value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

const sumOf = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { shifts: { sum: number } }).shifts.sum);

test("a list doesn't jump while it loads and is scrolled, or when one comes back to it", async ({
  app,
  device,
}) => {
  const { page } = device;
  await fillList(await openRouter(app.url), 90);
  await watchShifts(page);
  await page.reload();
  const feed = page.getByRole("feed", { name: "Memos" });
  await expect(feed.getByRole("article").first()).toBeVisible();
  await page.mouse.move(500, 400);
  const scroll = async (step: number, times: number): Promise<void> => {
    for (let at = 0; at < times; at += 1) {
      await page.mouse.wheel(0, step);
      // Two frames, one of which shows the new rows.
      await page.evaluate(
        () => new Promise((end) => requestAnimationFrame(() => requestAnimationFrame(end))),
      );
    }
  };
  await scroll(400, 15);
  await scroll(-600, 12);
  await scroll(1500, 10);
  const id = await feed.evaluate((list) => {
    const cards = [...list.querySelectorAll("article")];
    return cards.find((card) => card.getBoundingClientRect().top > 110)?.id ?? "";
  });
  await page.locator(`#${id} a[href]`).first().click();
  await expect(feed).toBeHidden();
  await page.goBack();
  await expect(feed.getByRole("article").first()).toBeVisible();
  await scroll(-600, 6);
  expect(await sumOf(page)).toBeLessThan(mostShift);
});

test("a list with a picture in its newest memo doesn't jump while it loads", async ({ device }) => {
  const { page } = device;
  await device.write("Below the picture");
  const picture = await paint(page, { name: "quay.png", width: 800, height: 600, colour: "teal" });
  const text = page.getByRole("textbox", { name: "New memo" });
  await text.click();
  await page.keyboard.type("At the quay");
  await page.locator("input[type=file]").first().setInputFiles(picture);
  await expect(page.getByRole("button", { name: "Remove quay.png" })).toBeVisible();
  await text.click();
  await page.keyboard.press("Control+Enter");
  const memo = device.memo("At the quay");
  await expect(memo.getByRole("button", { name: "Open quay.png" })).toBeVisible();

  await watchShifts(page);
  // The part that draws files arrives late, as it does on a slow machine.
  await page.route("**/attachment-grid-*.js", async (route) => {
    await expect(device.memo("Below the picture")).toBeVisible();
    await route.continue();
  });
  await page.reload();
  const image = memo.locator("img");
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBe(800);
  expect(await sumOf(page)).toBeLessThan(mostShift);
});
