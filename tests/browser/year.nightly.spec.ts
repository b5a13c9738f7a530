import { expect, type Page } from "@playwright/test";
import { expectAccessibleInBoth } from "./expect-accessible.ts";
import { test } from "./file-app.ts";

// Runs in order in one worker: the tests share one app.
test.describe.configure({ mode: "default" });

/** Returns a day's accessible name in the year view, without its number of memos. */
function called(ms: number): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" }).format(ms);
}

/** Returns local midnight this many calendar days from today, in ms. */
function daysOn(days: number): number {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).getTime();
}

const day = (page: Page, ms: number, memos: string) =>
  page.getByRole("grid").getByRole("button", { name: `${memos}, ${called(ms)}`, exact: true });

test("the year view opens, navigates and closes with the keyboard alone", async ({ device }) => {
  const { page } = device;
  await device.write("Only memo of the year");
  await device.memo("Only memo").focus();
  await page.keyboard.press("g");
  await page.keyboard.press("y");
  const sheet = page.getByRole("dialog");
  const today = day(page, daysOn(0), "1 memo");
  await expect(today).toBeFocused();
  await expect(today).toHaveAttribute("aria-current", "date");
  await page.keyboard.press("ArrowUp");
  await expect(day(page, daysOn(-1), "No memos")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowLeft");
  await expect(day(page, daysOn(-7), "No memos")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/before/);
  await expect(device.memo("Only memo")).toBeFocused();
});

test("a month's title opens the year view, years can be changed, and Escape returns the focus", async ({
  device,
}) => {
  const { page } = device;
  await page.setViewportSize({ width: 1440, height: 900 });
  const title = page.getByRole("button", { name: /show the year$/ });
  await title.click();
  const sheet = page.getByRole("dialog");
  const year = new Date().getFullYear();
  await expect(sheet.getByRole("heading", { name: String(year) })).toBeVisible();
  await sheet.getByRole("button", { name: "Previous year" }).click();
  await expect(page.getByRole("grid", { name: String(year - 1) })).toBeVisible();
  await expect(sheet.getByRole("gridcell").getByRole("button")).toHaveCount(
    new Date(year - 1, 1, 29).getMonth() === 1 ? 366 : 365,
  );
  await page.keyboard.press("Escape");
  await expect(title).toBeFocused();
});

test("the year view is accessible in both themes, and stacks the weeks on a phone", async ({
  device,
}) => {
  const { page } = device;
  await page.keyboard.press("Control+Shift+p");
  await page.keyboard.type("Year");
  await page.getByRole("option", { name: "Year…" }).click();
  await expect(page.getByRole("grid")).toBeVisible();
  for (const [width, height, layout] of [
    [1360, 900, "wide"],
    [320, 640, "narrow"],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.locator(`.year-${layout}`)).toBeVisible();
    await expectAccessibleInBoth(page, layout);
  }
  await day(page, daysOn(0), "1 memo").focus();
  await page.keyboard.press("ArrowUp");
  await expect(day(page, daysOn(-7), "No memos")).toBeFocused();
  const overflow = await page
    .getByRole("dialog")
    .evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth);
  expect(overflow).toBe(0);
});
