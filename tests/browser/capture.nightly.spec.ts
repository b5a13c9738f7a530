import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./expect-accessible.ts";
import { test } from "./file-app.ts";
import { openSettings } from "./open-settings.ts";

/** Opens the capture window's page in this window. */
async function openCapture(page: Page): Promise<void> {
  await page.evaluate(() => (location.hash = "#/capture"));
  await expect(page.getByRole("heading", { level: 1, name: "Quick capture" })).toBeVisible();
  await expect(composer(page)).toBeFocused();
}

const composer = (page: Page) => page.getByRole("textbox", { name: "New memo" });

test("quick capture shows only the composer and saves with the keyboard", async ({ device }) => {
  const { page } = device;
  await openCapture(page);
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await page.keyboard.type("Ask about the mooring #boat");
  await expectAccessible(page, "quick capture");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "Timeline" })).toBeVisible();
  await expect(device.memo("Ask about the mooring")).toBeVisible();
});

test("quick capture has a draft of its own, which survives leaving the page", async ({
  device,
}) => {
  const { page } = device;
  await composer(page).click();
  await page.keyboard.type("In the main window");
  await page.locator('[data-kept="kept"]').waitFor();
  await openCapture(page);
  await page.keyboard.type("In between");
  await page.keyboard.press("Escape");
  await expect(composer(page)).toContainText("In the main window");
  await openCapture(page);
  await expect(composer(page)).toContainText("In between");
  await page.reload();
  await expect(composer(page)).toContainText("In between");
});

test("Ctrl+O saves the captured memo and opens its page", async ({ device }) => {
  const { page } = device;
  await openCapture(page);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("To be gone on with");
  await page.keyboard.press("Control+o");
  await expect(page).toHaveURL(/#\/m\//);
  await expect(page.getByRole("paragraph").getByText("To be gone on with")).toBeVisible();
});

test("quick capture completes tags", async ({ device }) => {
  const { page } = device;
  await device.write("Known #harbour");
  await openCapture(page);
  await page.keyboard.type("More of #har");
  await expect(page.getByRole("option", { name: /harbour/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("option")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "Quick capture" })).toBeVisible();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
});

test("a browser marks global shortcuts, tray and autostart as desktop only", async ({ device }) => {
  const { page } = device;
  const section = await openSettings(page, "Quick capture");
  await expect(section.getByText("Only in the desktop app")).toHaveCount(4);
  await expect(section.getByRole("button")).toHaveCount(0);
  await expectAccessible(page, "settings of quick capture");
});

test("shows the support report before it is saved, and it contains no memo text", async ({
  device,
}) => {
  const { page } = device;
  await device.write("A secret about the tide");
  await openSettings(page, "About and performance");
  await page.getByRole("link", { name: "Show report" }).click();
  const report = page.getByRole("textbox", { name: "Report" });
  await expect(report).toHaveValue(/^Tidemark \d/);
  await expect(report).not.toHaveValue(/secret about/);
  await expectAccessible(page, "report");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save…" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^tidemark-report-.*\.txt$/);
});
