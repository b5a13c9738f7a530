import { expect, type Locator, type Page } from "@playwright/test";
import type { DevicePage } from "../system/device-page.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { test } from "./seeded-app.ts";

test.setTimeout(240_000);

const appearances = {
  light: { rules: "all", isNightly: false, colorScheme: "light", forcedColors: "none" },
  // The colours of each theme are held by a test of their own, in no time; this one looks at the screens.
  dark: { rules: "colours", isNightly: true, colorScheme: "dark", forcedColors: "none" },
  "forced colours": {
    rules: "colours",
    isNightly: true,
    colorScheme: "dark",
    forcedColors: "active",
  },
} as const;

for (const [appearance, { rules, isNightly, ...media }] of Object.entries(appearances)) {
  const tag = isNightly ? "@nightly" : [];
  test(`no screen breaks a rule of accessibility, ${appearance}`, { tag }, async ({ device }) => {
    const { page } = device;
    await page.emulateMedia({ ...media, reducedMotion: "reduce" });
    for (const [name, show] of Object.entries(screens)) {
      await test.step(name, async () => {
        await show(device);
        await expectAccessible(page, name, { rules });
        await closeWhatFloats(page);
      });
    }
  });
}

test("in 320 pixels nothing is cut off or scrolls sideways", async ({ device }) => {
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

test("with forced colours a line is around what is chosen, marked or can be used", async ({
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

  await test.step("a tag that narrows the list", async () => {
    await goTo(page, "?tag=boat");
    const tag = nav.getByRole("treeitem", { name: "boat", selected: true });
    await expect(tag).toBeVisible();
    expect(await lineAround(tag)).toBe(true);
  });

  await test.step("words that were searched for", async () => {
    await goTo(page, "?q=fog");
    const mark = memo("Passage to Ouessant").locator("mark");
    const grounds = await mark.evaluate((element) =>
      [element, document.body].map((each) => getComputedStyle(each).backgroundColor),
    );
    expect(grounds[0]).not.toBe(grounds[1]);
  });

  await test.step("the row of a menu that the keys are on, and what is chosen in it", async () => {
    await page.getByRole("button", { name: /^Theme/ }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await expect(page.locator("[role=menuitemradio][data-highlighted]")).toBeVisible();
    const rows = page.getByRole("menuitemradio");
    const lines = await Promise.all((await rows.all()).map((row) => lineAround(row)));
    expect(lines.filter(Boolean)).toHaveLength(1);
    await expect(page.getByRole("menuitemradio", { checked: true }).locator("svg")).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("buttons and fields of a dialog, and its chosen part", async () => {
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

test("text of twice the size stays readable and in its place", async ({ device }) => {
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

test("the chosen theme is kept, and the system's is followed without one", async ({ device }) => {
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

type Show = (device: DevicePage) => Promise<void>;

async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => (location.hash = to), `#/${hash}`);
}

/** Whether all four sides of a box, or an outline around it, are drawn in a colour. */
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

async function openMenu(page: Page, card: Locator): Promise<void> {
  // Again where what closed late has taken the focus back.
  await expect(async () => {
    await card.hover();
    await card.getByRole("button", { name: "More actions" }).click();
    await expect(page.getByRole("menu")).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

const listScreens: Record<string, Show> = {
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
    await expect(page.getByText("No memo matches")).toBeVisible();
  },
  "search refused": async ({ page }) => {
    await goTo(page, `?q=${encodeURIComponent("=contents == 1")}`);
    await expect(page.getByText(/^At character/)).toBeVisible();
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
    await expect(page.getByText("This memo is not here")).toBeVisible();
  },
  "an address that leads nowhere": async ({ page }) => {
    await goTo(page, "no/such/place");
    await expect(page.getByText("There is nothing at this address")).toBeVisible();
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
    await expect(page.getByRole("button", { name: "Stop filtering by boat" })).toBeVisible();
    await expect(memo("A pinned thought")).toBeVisible();
  },
};

const dialogs: Record<string, Show> = {
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
    // Again where a menu that closes late has taken the focus back: then the composer rests.
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

const sidebarDialogs: Record<string, Show> = {
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

async function closeWhatFloats(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-base-ui-portal] [data-open]")).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Edit memo" })).toBeHidden();
}

/** WCAG 1.4.10: the page itself never scrolls sideways; what must be wide scrolls in its own box. */
async function expectReflow(page: Page, name: string): Promise<void> {
  // Asked again while a drawer slides in.
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
