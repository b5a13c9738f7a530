import { expect, type Locator, type Page } from "@playwright/test";
import type { DevicePage } from "../system/device-page.ts";
import {
  closeWhatFloats,
  dialogs,
  goTo,
  listScreens,
  type Show,
  sidebarDialogs,
} from "./every-screen.ts";
import { test } from "./seeded-app.ts";

test.use({ sharesPage: true });

test("nothing is cut off or scrolls sideways in a window 320 pixels wide", async ({ device }) => {
  const { page } = device;
  await page.setViewportSize({ width: 320, height: 640 });
  for (const [name, show] of Object.entries(narrowScreens)) {
    await test.step(name, async () => {
      await show(device);
      await expectReflow(page, name);
      await closeWhatFloats(page);
    });
  }
});

test("outlines selected, highlighted and interactive elements when colours are forced", async ({
  device,
}) => {
  const { page, memo } = device;
  await page.setViewportSize({ width: 1360, height: 900 });
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await goTo(page, "");
  const passage = memo("Passage to Ouessant");
  await expect(passage).toBeVisible();
  const nav = page.getByRole("navigation", { name: "Main" });

  expect(await lineAround(nav.getByRole("link", { name: "Timeline" }))).toBe(true);
  expect(await lineAround(nav.getByRole("link", { name: "Archive" }))).toBe(false);
  expect(await lineAround(page.locator('[aria-current="date"]'))).toBe(true);
  expect(await lineAround(passage.locator("a[data-tag]").first())).toBe(true);
  expect(await lineAround(passage.getByRole("checkbox").first())).toBe(true);
  expect(await lineAround(passage.locator(".callout"))).toBe(true);
  expect(await lineAround(page.getByRole("searchbox"))).toBe(true);
  const tick = passage.getByRole("checkbox", { checked: true });
  const tickWidth = (box: Element): string => getComputedStyle(box, "::before").borderBlockEndWidth;
  expect(Number.parseFloat(await tick.evaluate(tickWidth))).toBeGreaterThanOrEqual(1);
  await page.keyboard.press("j");
  await passage.focus();
  expect(await lineAround(passage)).toBe(true);

  await test.step("selected tag", async () => {
    await goTo(page, "?tag=boat");
    const tag = nav.getByRole("treeitem", { name: "boat", selected: true });
    await expect(tag).toBeVisible();
    expect(await lineAround(tag)).toBe(true);
  });

  await test.step("search hits", async () => {
    await goTo(page, "?q=fog");
    const mark = memo("Passage to Ouessant").locator("mark");
    const grounds = await mark.evaluate((element) =>
      [element, document.body].map((each) => getComputedStyle(each).backgroundColor),
    );
    expect(grounds[0]).not.toBe(grounds[1]);
  });

  await test.step("highlighted and selected rows of a menu", async () => {
    await page.getByRole("button", { name: /^Theme/ }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    // A menu takes the focus shortly after it is drawn, and ignores keys until then.
    await expect(page.getByRole("menu")).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.locator("[role=menuitemradio][data-highlighted]")).toBeVisible();
    const rows = page.getByRole("menuitemradio");
    const lines = await Promise.all((await rows.all()).map((row) => lineAround(row)));
    expect(lines.filter(Boolean)).toHaveLength(1);
    await expect(page.getByRole("menuitemradio", { checked: true }).locator("svg")).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("buttons, fields and the selected tab of a dialog", async () => {
    await sidebarDialogs["the connect dialog"]?.(device);
    const dialog = page.getByRole("dialog", { name: "Connect a server" });
    expect(await lineAround(dialog.getByRole("textbox", { name: "Username" }))).toBe(true);
    expect(await lineAround(dialog.getByRole("button", { name: "Cancel" }))).toBe(true);
    await closeWhatFloats(page);
    await sidebarDialogs["the sync's log"]?.(device);
    expect(await lineAround(page.getByRole("tab", { name: "Log" }))).toBe(true);
    expect(await lineAround(page.getByRole("button", { name: "All", pressed: true }))).toBe(true);
    expect(await lineAround(page.getByRole("button", { name: "Errors" }))).toBe(false);
  });
});

test("text at twice the size stays readable and doesn't overflow", async ({ device }) => {
  const { page } = device;
  await page.addStyleTag({ content: ":root { --text-scale: 2 }" });
  for (const width of [1280, 640]) {
    await page.setViewportSize({ width, height: 800 });
    await goTo(page, "");
    await expect(device.memo("Passage to Ouessant")).toBeVisible();
    await expectReflow(page, `timeline at ${width}`);
    const body = device.memo("Passage to Ouessant").locator(".memo-body");
    expect(await body.evaluate((element) => getComputedStyle(element).fontSize)).toBe("30px");
  }
});

test("keeps the chosen theme, and follows the system if none is chosen", async ({ device }) => {
  const { page } = device;
  const canvas = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  expect(await canvas()).toBe("rgb(247, 246, 243)");
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await canvas()).toBe("rgb(22, 23, 26)");
  await page.getByRole("button", { name: "Theme: System" }).click();
  await page.getByRole("menuitemradio", { name: "Light" }).click();
  expect(await canvas()).toBe("rgb(247, 246, 243)");
  await page.reload();
  await expect(page.getByRole("button", { name: "Theme: Light" })).toBeVisible();
  expect(await canvas()).toBe("rgb(247, 246, 243)");
});

/** Returns true if a border on all four sides, or an outline, is visible. */
function lineAround(box: Locator): Promise<boolean> {
  return box.evaluate((element) => {
    const style = getComputedStyle(element);
    const isDrawn = (width: string, kind: string): boolean =>
      Number.parseFloat(width) >= 1 && kind !== "none";
    const sides = ["top", "right", "bottom", "left"].map((side) =>
      isDrawn(
        style.getPropertyValue(`border-${side}-width`),
        style.getPropertyValue(`border-${side}-style`),
      ),
    );
    return sides.every(Boolean) || isDrawn(style.outlineWidth, style.outlineStyle);
  });
}

const narrowScreens: Record<string, Show> = {
  ...listScreens,
  ...dialogs,
  "the drawer": async ({ page }) => {
    await goTo(page, "");
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  },
  "the connect dialog": async ({ page, syncPill }) => {
    await page.getByRole("button", { name: "Open menu" }).click();
    await sidebarDialogs["the connect dialog"]?.({ page, syncPill } as DevicePage);
  },
};

async function expectReflow(page: Page, name: string): Promise<void> {
  // Polls, because a drawer may still be sliding in.
  await expect.poll(() => page.evaluate(findTooWide), { message: name }).toEqual([]);
}

function findTooWide(): string[] {
  const limit = document.documentElement.clientWidth;
  const screen = document.querySelector("[data-scroller]");
  const scrolls = screen !== null && screen.scrollWidth > screen.clientWidth;
  const mayScroll = "pre, table, [role=toolbar], .sr-only, .cm-scroller, [aria-hidden] *";
  const wide = [...document.querySelectorAll("body *")].filter((element) => {
    const { width, height, left, right } = element.getBoundingClientRect();
    const isSeen = width > 0 && height > 0;
    return isSeen && (right > limit + 1 || left < -1) && element.closest(mayScroll) === null;
  });
  const found = wide.slice(0, 5).map(({ tagName, className }) => `${tagName} ${className}`);
  return scrolls ? ["the screen scrolls sideways", ...found] : found;
}
