import { expect, type Locator } from "@playwright/test";
import { expectAccessible } from "./expect-accessible.ts";
import { test } from "./file-app.ts";
import { leaveSettings, openSettings, settingsLink } from "./open-settings.ts";

test.use({ sharesPage: true });

test("the settings have theme, text size and language", async ({ device }) => {
  const { page } = device;
  await openSettings(page, "Appearance");
  await page.getByRole("radio", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const size = page.getByRole("slider", { name: "Text size" });
  await size.focus();
  await page.keyboard.press("End");
  await expect(size).toHaveAttribute("aria-valuetext", "150%");
  await page.reload();
  await expect(size).toHaveValue("150");
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
    "24px",
  );
  await settingsLink(page, "Language").click();
  await page.getByRole("radio", { name: "Deutsch" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Einstellungen" })).toBeVisible();
  await page.getByRole("radio", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
});

test("finds settings by name and by other words, with the keyboard alone", async ({ device }) => {
  const { page } = device;
  const keys = page.keyboard;
  await device.write("Before the settings");
  await device.memo("Before the settings").focus();
  await keys.press("Control+,");
  const field = page.getByRole("searchbox", { name: "Search settings" });
  await expect(field).toBeFocused();

  await keys.type("night");
  await expect(page.getByRole("radiogroup")).toHaveCount(1);
  await expect(page.getByRole("radiogroup", { name: "Theme" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "1 setting" })).toBeAttached();
  await keys.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "System" })).toBeFocused();
  await keys.press("Control+f");
  await expect(field).toBeFocused();
  await field.fill("no such thing");
  await expect(page.getByText("No matching settings.").first()).toBeVisible();
  await keys.press("Escape");
  await expect(field).toHaveValue("");

  await keys.press("ArrowDown");
  await expect(settingsLink(page, "Profile and account")).toBeFocused();
  await keys.press("ArrowDown");
  await keys.press("Enter");
  await expect(page).toHaveURL(/#\/settings\/appearance$/);
  await expect(settingsLink(page, "Appearance")).toBeFocused();
  await expect(settingsLink(page, "Appearance")).toHaveAttribute("aria-current", "page");
  await keys.press("Escape");
  await expect(device.memo("Before the settings")).toBeFocused();
});

test("the chosen font applies to memos and the editor, but not to menus and buttons", async ({
  device,
}) => {
  const { page } = device;
  await device.write("Set in another face");
  const faceOf = (part: Locator): Promise<string> =>
    part.evaluate((element) => getComputedStyle(element).fontFamily);
  const frame = page.getByRole("navigation", { name: "Main" });
  const own = await faceOf(frame);
  expect(await faceOf(device.memo("Set in").locator(".memo-body"))).toBe(own);
  const section = await openSettings(page, "Appearance");
  await section.getByRole("radio", { name: "Serif" }).check();
  await page.reload();
  await expect(section.getByRole("radio", { name: "Serif" })).toBeChecked();
  await leaveSettings(page);
  const serif = await faceOf(device.memo("Set in").locator(".memo-body"));
  expect(serif).toMatch(/ serif$/);
  expect(await faceOf(frame)).toBe(own);
  await page.getByRole("textbox", { name: "New memo" }).click();
  await expect(page.locator("#composer .cm-scroller")).toBeVisible();
  expect(await faceOf(page.locator("#composer .cm-scroller"))).toBe(serif);
  await openSettings(page, "Appearance");
  await section.getByRole("radio", { name: "Inter" }).check();
  await leaveSettings(page);
  expect(await faceOf(device.memo("Set in").locator(".memo-body"))).toBe(own);
});

test("lists hosts whose images always load, and removes one", async ({ device }) => {
  const { page } = device;
  await page.evaluate(() =>
    localStorage.setItem("tidemark:image-hosts", JSON.stringify(["one.example", "two.example"])),
  );
  await page.reload();
  await openSettings(page, "Privacy");
  const list = page.getByRole("list", { name: "Images from other sites" });
  await expect(list.getByRole("listitem")).toHaveText(["two.example", "one.example"]);
  await list.getByRole("button", { name: "Block images from one.example" }).click();
  await expect(list.getByRole("listitem")).toHaveText(["two.example"]);
  await page.reload();
  await expect(list.getByRole("listitem")).toHaveText(["two.example"]);
});

test("the performance report shows how fast the window is", async ({ device }) => {
  const { page } = device;
  await device.write("Timed as it was written");
  await openSettings(page, "About and performance");
  await page.getByRole("link", { name: "Show performance report" }).click();
  const title = page.getByRole("heading", { name: "Performance report" });
  await expect(title).toBeVisible();
  await page.goBack();
  await leaveSettings(page);
  await expect(device.memo("Timed as it was written")).toBeVisible();
  await openSettings(page, "About and performance");
  await page.getByRole("link", { name: "Show performance report" }).click();
  const measured = (what: RegExp) =>
    page.getByRole("row", { name: what }).getByRole("cell").first();
  await expect(measured(/^Startup to first view/)).toHaveText(/^[\d,]+ ms$/);
  await expect(measured(/^Key press to paint \(95/)).toHaveText(/^(?:< )?\d+ ms$/);
  await expect(measured(/^Back to the list/)).toHaveText(/^[\d,]+ ms$/);
  await expect(measured(/^Page memory/)).toHaveText(/^\d+ MB$/);
});

test("a narrow window lists the sections, and each has a way back to the list", async ({
  device,
}) => {
  const { page } = device;
  await page.setViewportSize({ width: 390, height: 800 });
  await page.keyboard.press("Control+,");
  await settingsLink(page, "Devices").click();
  await expect(page.getByRole("heading", { level: 1, name: "Devices" })).toBeVisible();
  await expect(settingsLink(page, "Editor")).toBeHidden();
  await expectAccessible(page, "a part of the settings in a narrow window");
  await page.getByRole("button", { name: "All settings" }).click();
  await expect(settingsLink(page, "Editor")).toBeVisible();
  await expectAccessible(page, "the parts of the settings");
});
