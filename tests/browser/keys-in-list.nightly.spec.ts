import { expect } from "@playwright/test";
import { leaveSettings, openSettings } from "./open-settings.ts";
import { test } from "./seeded-app.ts";

test.describe.configure({ mode: "default" });

test("v, r, c and l act on the focused memo of the list", async ({ device, seeded }) => {
  const { page } = device;
  const keys = page.keyboard;
  await seeded.memos.create.mutate({ content: "Slack water at noon" });
  const card = device.memo("Slack water at noon");

  await test.step("v chooses the visibility and returns the focus", async () => {
    await card.focus();
    await keys.press("v");
    await expect(page.getByRole("menuitemradio", { name: "Private" })).toBeVisible();
    await keys.press("Escape");
    await expect(page.getByRole("menu")).toBeHidden();
  });

  await test.step("r reacts", async () => {
    await card.focus();
    await keys.press("r");
    await expect(page.getByRole("menuitemcheckbox").first()).toBeVisible();
    await keys.press("Home");
    await keys.press("Enter");
    await expect(card.getByRole("button", { pressed: true })).toBeVisible();
  });

  await test.step("c writes a comment on the memo's page", async () => {
    await card.focus();
    await keys.press("c");
    await expect(page.getByRole("textbox", { name: "Write a comment" })).toBeFocused();
    await page.goBack();
    await expect(card).toBeVisible();
  });

  await test.step("l looks for a memo to link to", async () => {
    await card.focus();
    await keys.press("l");
    await expect(page.getByRole("combobox", { name: "Link to a memo…" })).toBeFocused();
    await page.goBack();
  });

  await test.step("Shift+R opens any memo", async () => {
    await card.focus();
    await keys.press("Shift+R");
    await expect(page.locator("article.reading")).toBeVisible();
  });
});

test("F6 cycles through the parts of the window and returns to the focused memo", async ({
  device,
}) => {
  const { page } = device;
  await page.setViewportSize({ width: 1360, height: 900 });
  const keys = page.keyboard;
  const card = page.getByRole("article").nth(1);
  await card.focus();
  const inside = (part: string) =>
    page.evaluate((selector) => document.activeElement?.closest(selector) !== null, part);
  await keys.press("F6");
  expect(await inside("aside")).toBe(true);
  await keys.press("F6");
  expect(await inside("nav")).toBe(true);
  await keys.press("F6");
  await expect(card).toBeFocused();
  await keys.press("Shift+F6");
  expect(await inside("nav")).toBe(true);
  await keys.press("Control+Shift+Backslash");
  await expect(page.getByRole("complementary")).toBeHidden();
  await keys.press("Control+Shift+Backslash");
  await expect(page.getByRole("complementary")).toBeVisible();
});

test("single-key shortcuts can be turned off", async ({ device }) => {
  const { page } = device;
  const keys = page.keyboard;
  const card = page.getByRole("article").first();
  await openSettings(page, "Keyboard shortcuts");
  await page.getByRole("switch", { name: "Single-key shortcuts" }).uncheck();
  await leaveSettings(page);
  await card.focus();
  await keys.press("e");
  await keys.press("?");
  await expect(card).toBeFocused();
  await expect(page.getByRole("dialog")).toBeHidden();
  await keys.press("Enter");
  await expect(page.locator("article.reading")).toBeVisible();
  await keys.press("e");
  await expect(page.getByRole("textbox", { name: "Edit memo" })).toBeHidden();
  await keys.press("Control+/");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
});

test("keys without a focus go to the list, and Back from a memo restores the focus", async ({
  device,
  seeded,
}) => {
  const { page } = device;
  const keys = page.keyboard;
  await seeded.memos.create.mutate({ content: "Older than the other" });
  await seeded.memos.create.mutate({ content: "Newer than the other" });
  await page.goto(`${page.url().split("#")[0] ?? ""}#/`);
  await page.reload();
  const newer = device.memo("Newer than the other");
  await expect(newer).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await keys.press("j");
  await expect(newer).toBeFocused();
  await keys.press("j");
  const older = device.memo("Older than the other");
  await expect(older).toBeFocused();
  await keys.press("Enter");
  await expect(page.getByRole("heading", { name: "Older than the other" })).toBeAttached();
  await page.goBack();
  await expect(older).toBeFocused();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await keys.press("/");
  await expect(page.getByRole("searchbox", { name: "Search memos" })).toBeFocused();
});
