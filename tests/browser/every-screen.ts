import { expect, type Locator, test, type Page } from "@playwright/test";
import type { DevicePage } from "../system/device-page.ts";
import { expectAccessible } from "./expect-accessible.ts";

/** Opens a screen from whatever is shown. */
export type Show = (device: DevicePage) => Promise<void>;

export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => (location.hash = to), `#/${hash}`);
}

async function openMenu(page: Page, card: Locator): Promise<void> {
  // Retries, because a popup that closes late takes the focus back.
  await expect(async () => {
    await card.hover();
    await card.getByRole("button", { name: "More actions" }).click();
    await expect(page.getByRole("menu")).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

export const listScreens: Record<string, Show> = {
  timeline: async ({ page, memo }) => {
    await goTo(page, "");
    await expect(memo("Passage to Ouessant")).toBeVisible();
  },
  tasks: async ({ page }) => {
    await goTo(page, "tasks");
    await expect(
      page.getByRole("heading", { level: 2, name: "Passage to Ouessant" }),
    ).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Tasks" })).toBeVisible();
  },
  "tasks by tag": async ({ page }) => {
    await goTo(page, "tasks?by=tag");
    await expect(page.getByRole("button", { name: "By tag", pressed: true })).toBeVisible();
    await expect(page.getByRole("group", { name: "Open tasks" })).toContainText(
      "Passage to Ouessant",
    );
  },
  archive: async ({ page, memo }) => {
    await goTo(page, "archive");
    await expect(memo("An archived memo")).toBeVisible();
  },
  trash: async ({ page, memo }) => {
    await goTo(page, "trash");
    await expect(memo("A trashed memo")).toBeVisible();
  },
  "search with marks": async ({ page, memo }) => {
    await goTo(page, "?q=fog");
    await expect(memo("Passage to Ouessant").locator("mark")).toHaveText("Fog");
  },
  "nothing found": async ({ page }) => {
    await goTo(page, "?q=nowhere&tag=boat");
    await expect(page.getByText("No matching memos")).toBeVisible();
  },
  "search refused": async ({ page }) => {
    await goTo(page, `?q=${encodeURIComponent("=contents == 1")}`);
    await expect(page.getByText(/^Character \d+:/)).toBeVisible();
    await page.getByRole("searchbox").focus();
  },
  "the page of a memo": async ({ page, memo }) => {
    await goTo(page, "");
    await memo("Passage to Ouessant").locator("time").click();
    await expect(page.getByRole("article", { name: "Passage to Ouessant" })).toBeFocused();
    const about = page.getByRole("complementary", { name: "About this memo" });
    await expect(about.getByRole("listitem").filter({ hasText: "Ask the pilot" })).toBeVisible();
  },
  "a memo that is not here": async ({ page }) => {
    await goTo(page, "m/nothing-of-this-name");
    await expect(page.getByText("Memo not found")).toBeVisible();
  },
  "an address that leads nowhere": async ({ page }) => {
    await goTo(page, "no/such/place");
    await expect(page.getByText("Page not found")).toBeVisible();
  },
  "the settings": async ({ page }) => {
    await goTo(page, "settings/appearance");
    await expect(page.getByRole("slider", { name: "Text size" })).toBeVisible();
  },
  "the settings that need a server": async ({ page }) => {
    await goTo(page, "settings/devices");
    await expect(page.getByText("Needs a server").first()).toBeVisible();
  },
  "pinned memos": async ({ page, memo }) => {
    await goTo(page, "");
    await page.getByRole("button", { name: "Pinned", exact: true }).click();
    await expect(memo("A pinned thought")).toBeVisible();
    await page.getByRole("button", { name: "Pinned", exact: true }).click();
  },
  "filtered by tag": async ({ page, memo }) => {
    await goTo(page, "?tag=boat");
    await expect(page.getByRole("button", { name: "Remove filter boat" })).toBeVisible();
    await expect(memo("A pinned thought")).toBeVisible();
  },
};

export const dialogs: Record<string, Show> = {
  "the inline editor": async ({ page, memo }) => {
    await goTo(page, "");
    await memo("Passage to Ouessant").focus();
    await page.keyboard.press("e");
    await expect(page.getByRole("textbox", { name: "Edit memo" })).toBeFocused();
  },
  "a card's menu": async ({ page, memo }) => {
    await goTo(page, "");
    await openMenu(page, memo("For everybody"));
  },
  "who may read": async ({ page }) => {
    // Retries, because a menu that closes late takes the focus back, which collapses the composer.
    await expect(async () => {
      await page.getByRole("textbox", { name: "New memo" }).click();
      await page.getByRole("combobox", { name: "Visibility" }).first().click({ timeout: 2_000 });
      await expect(page.getByRole("listbox")).toBeVisible({ timeout: 2_000 });
    }).toPass();
  },
  "the history of a memo": async ({ page, memo }) => {
    await goTo(page, "");
    await openMenu(page, memo("A memo with a past"));
    await page.getByRole("menuitem", { name: "History" }).click();
    await expect(page.getByRole("insertion").first()).toBeVisible();
  },
  "the question before a deletion": async ({ page, memo }) => {
    await goTo(page, "trash");
    await memo("A trashed memo").focus();
    await page.keyboard.press("Delete");
    await expect(page.getByRole("alertdialog")).toBeVisible();
  },
  "a message with Undo": async ({ page, memo }) => {
    await goTo(page, "");
    await memo("For everybody").focus();
    await page.keyboard.press("a");
    await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(memo("For everybody")).toBeVisible();
  },
};

export const sidebarDialogs: Record<string, Show> = {
  "the sheet of keys": async ({ page }) => {
    await page.keyboard.press("Control+/");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  },
  "the sync panel": async ({ page, syncPill }) => {
    await syncPill().click();
    await expect(page.getByRole("button", { name: "Connect a server…" })).toBeVisible();
  },
  "the sync's log": async ({ page, syncPill }) => {
    await syncPill().click();
    await page.getByRole("button", { name: "Open log" }).click();
    await expect(page.getByRole("tab", { name: "Log" })).toHaveAttribute("aria-selected", "true");
  },
  "the connect dialog": async ({ page, syncPill }) => {
    await syncPill().click();
    await page.getByRole("button", { name: "Connect a server…" }).click();
    await expect(page.getByRole("dialog", { name: "Connect a server" })).toBeVisible();
  },
};

const screens = { ...listScreens, ...dialogs, ...sidebarDialogs };

/** Expects every screen, its dialogs and menus to meet the accessibility rules. */
export async function expectEveryScreenAccessible(
  device: DevicePage,
  rules: "all" | "colours",
): Promise<void> {
  for (const [name, show] of Object.entries(screens)) {
    await test.step(name, async () => {
      await show(device);
      await expectAccessible(device.page, name, { rules });
      await closeWhatFloats(device.page);
    });
  }
}

export async function closeWhatFloats(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-base-ui-portal] [data-open]")).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Edit memo" })).toBeHidden();
}

/** WCAG 1.4.10: the page itself never scrolls sideways; what must be wide scrolls in its own box. */
