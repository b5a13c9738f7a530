import { expect, type Page } from "@playwright/test";
import { test } from "./seeded-app.ts";

test.describe.configure({ mode: "default" });

/**
 * Replaces the system's print dialog, which a test can't answer. The returned function returns the title
 * of the printed document, or `null` before the dialog opened.
 */
async function watchDialog(page: Page): Promise<() => Promise<string | null>> {
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset["printed"] = document.title;
    };
  });
  return () => page.locator("body").getAttribute("data-printed");
}

const sheetOf = (page: Page) => page.locator(".print-sheet");

test("prints only a memo's text, in paper colours, from its menu and with the shortcut", async ({
  device,
}) => {
  const { page, memo } = device;
  await page.emulateMedia({ colorScheme: "dark" });
  const printed = await watchDialog(page);
  await memo("Passage to Ouessant").getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Print…" }).click();
  await expect.poll(printed).toBe("Passage to Ouessant");
  await expect(sheetOf(page).locator("article")).toHaveCount(1);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(sheetOf(page).getByRole("heading", { name: "Passage to Ouessant" })).toBeVisible();
  await expect(page.getByRole("navigation")).toBeHidden();
  await expect(page.getByRole("textbox", { name: "New memo" })).toBeHidden();
  const ink = await sheetOf(page)
    .locator(".memo-body")
    .evaluate((body) => getComputedStyle(body).color);
  expect(ink).toBe("rgb(31, 29, 26)");
  // Ends printing, as closing the dialog does.
  await page.pdf();
  await expect(sheetOf(page)).toHaveCount(0);
  await page.emulateMedia({ media: "screen", colorScheme: "dark" });
  await expect(page).toHaveTitle(/^Timeline/);
  expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBeUndefined();

  await memo("Passage to Ouessant").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Back" })).toBeVisible();
  await page.evaluate(() => delete document.body.dataset["printed"]);
  await page.keyboard.press("Control+Alt+p");
  await expect.poll(printed).toBe("Passage to Ouessant");
});

test("prints the entire shown list under its title", async ({ device, seeded }) => {
  const { page } = device;
  const printed = await watchDialog(page);
  await expect(page.getByRole("feed", { name: "Memos" })).toBeVisible();
  const { normal } = await seeded.memos.counts.query();
  await page.keyboard.press("Control+p");
  await page.keyboard.type(">print");
  await page.keyboard.press("Enter");
  await expect.poll(printed).toBe("Timeline");
  await expect(sheetOf(page).locator("article")).toHaveCount(normal);
  await page.emulateMedia({ media: "print" });
  await expect(sheetOf(page).getByRole("heading", { level: 1, name: "Timeline" })).toBeVisible();
  await expect(sheetOf(page).locator(".printed-head p")).toContainText(`${normal} memos`);
  await expect(sheetOf(page).getByText("Fog is likely in the morning.")).toBeVisible();

  // A memo that is blurred on screen isn't readable on paper.
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(sheetOf(page)).toHaveCount(0);
  await page.keyboard.press("Control+Shift+h");
  await page.keyboard.press("Control+Alt+p");
  await expect(sheetOf(page).getByText("Blurred memo")).toHaveCount(normal);
  await expect(sheetOf(page).getByText("Fog is likely in the morning.")).toHaveCount(0);
});
