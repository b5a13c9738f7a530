import { expect, type Locator, type Page } from "@playwright/test";

/** Opens a section of the settings with the keyboard shortcut, and returns it. */
export async function openSettings(page: Page, part: string): Promise<Locator> {
  // A page that is still loading ignores keys.
  await expect(page.getByRole("main")).toBeVisible();
  await page.keyboard.press("Control+,");
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await settingsLink(page, part).click();
  const section = page.getByRole("region", { name: part, exact: true });
  await expect(section).toBeVisible();
  return section;
}

/** Returns the link to a section of the settings. */
export function settingsLink(page: Page, part: string): Locator {
  const parts = page.getByRole("navigation", { name: "Settings sections" });
  return parts.getByRole("link", { name: part, exact: true });
}

/** Closes the settings. */
export async function leaveSettings(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeHidden();
}
