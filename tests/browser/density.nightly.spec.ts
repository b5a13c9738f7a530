import { expect, type Locator, type Page } from "@playwright/test";
import type { DevicePage } from "../system/device-page.ts";
import { openRouter } from "../system/app-router.ts";
import { test as base } from "./file-app.ts";
import { leaveSettings, openSettings } from "./open-settings.ts";

const words = "Low water stands at six and the pilot waits for the ebb before he goes".split(" ");
const days = 16;
const perDay = 4;

/** Memos of many lengths, `perDay` of them on each day; `Memo 0` is the newest. */
const test = base.extend<{ readonly many: DevicePage }>({
  many: async ({ app, device }, provide) => {
    const router = await openRouter(app.url);
    const { normal } = await router.memos.counts.query();
    const noon = new Date().setUTCHours(0, 0, 0, 0) - 43_200_000;
    for (let at = normal; at < days * perDay; at += 1) {
      const text = Array.from({ length: 3 + ((at * 17) % 90) }, (_, n) => words[n % words.length]);
      const content = `Memo ${at} of them\n\n${text.join(" ")}\n\n- [ ] task #tide/low`;
      const { id } = await router.memos.create.mutate({ content });
      const createdMs = noon - Math.floor(at / perDay) * 86_400_000 - at * 60_000;
      await router.memos.update.mutate({ id, patch: { createdMs } });
    }
    await device.page.reload();
    await expect(cardOf(device.page, 0)).toBeVisible();
    await provide(device);
  },
});

function cardOf(page: Page, number: number): Locator {
  return page.getByRole("article", { name: new RegExp(`, Memo ${number} of them$`) });
}

/** Returns the title of the first memo that isn't entirely covered by the sticky header. */
function firstInView(page: Page): Promise<string> {
  return page.evaluate(() => {
    const cards = [...document.querySelectorAll("[data-memo-list] article")];
    const inView = cards
      .map((card) => ({ name: card.ariaLabel ?? "", box: card.getBoundingClientRect() }))
      .toSorted((one, other) => one.box.top - other.box.top || one.box.left - other.box.left)
      .find(({ box }) => box.bottom > 93);
    return inView?.name.replace(/^.*, /, "") ?? "none";
  });
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error("it is not shown");
  return box;
}

async function chooseColumns(page: Page, columns: string): Promise<void> {
  const appearance = await openSettings(page, "Appearance");
  await appearance.getByRole("radio", { name: columns, exact: true }).click();
  await leaveSettings(page);
}

test("keeps the memo at the top in place when the density changes", async ({ many: { page } }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("feed").hover();
  await page.mouse.wheel(0, 2600);
  await expect.poll(() => firstInView(page)).not.toBe("Memo 0 of them");
  await expect(page.getByRole("feed")).toHaveAttribute("aria-busy", "false");
  const first = await firstInView(page);
  const feed = page.locator("[data-density]");
  for (const [key, density] of [
    ["3", "line"],
    ["2", "compact"],
    ["3", "line"],
    ["1", "comfortable"],
  ] as const) {
    await page.keyboard.press(`Control+Shift+${key}`);
    await expect(feed).toHaveAttribute("data-density", density);
    await expect.poll(() => firstInView(page)).toBe(first);
  }
});

test("the focused memo keeps the focus, and keys continue from it", async ({ many: { page } }) => {
  await cardOf(page, 0).focus();
  for (let step = 0; step < 9; step += 1) await page.keyboard.press("j");
  await expect(cardOf(page, 9)).toBeFocused();
  for (const key of ["3", "2", "1", "3"]) {
    await page.keyboard.press(`Control+Shift+${key}`);
    await expect(cardOf(page, 9)).toBeFocused();
  }
  await page.keyboard.press("j");
  await expect(cardOf(page, 10)).toBeFocused();
  await expect(cardOf(page, 10)).toBeInViewport();
});

test("a one-line memo expands, is edited in place, and collapses again", async ({
  many: { page },
}) => {
  await page.keyboard.press("Control+Shift+3");
  const card = cardOf(page, 1);
  await expect(card.getByRole("link", { name: "#tide/low" })).toBeVisible();
  expect((await boxOf(card)).height).toBeCloseTo(36, 0);
  await expect(card.getByRole("checkbox")).toHaveCount(0);

  await test.step("o expands it, and o again collapses it", async () => {
    await card.focus();
    await page.keyboard.press("o");
    await expect(card.getByRole("checkbox")).toBeVisible();
    await expect(card).toBeFocused();
    await page.keyboard.press("o");
    await expect(card.getByRole("checkbox")).toHaveCount(0);
    await expect(card).toBeFocused();
  });

  await test.step("e edits it in place", async () => {
    await page.keyboard.press("e");
    const editor = card.getByRole("textbox", { name: "Edit memo" });
    await expect(editor).toBeFocused();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" #typed");
    await page.keyboard.press("Escape");
    await expect(card).toBeFocused();
    await expect(card.getByText("+1")).toBeVisible();
    expect((await boxOf(card)).height).toBeCloseTo(36, 0);
  });

  await test.step("Enter opens its page, and Back returns to the line", async () => {
    await page.keyboard.press("Enter");
    await expect(page.getByRole("checkbox")).toBeVisible();
    await page.getByRole("button", { name: "Back" }).click();
    expect((await boxOf(card)).height).toBeCloseTo(36, 0);
  });
});

test("an open editor is unaffected when the density changes", async ({ many: { page } }) => {
  await cardOf(page, 2).focus();
  await page.keyboard.press("e");
  const editor = page.getByRole("textbox", { name: "Edit memo" });
  await expect(editor).toBeFocused();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" one");
  await page.keyboard.press("Control+Shift+3");
  await expect(page.locator("[data-density]")).toHaveAttribute("data-density", "line");
  await page.keyboard.type("two");
  await expect(editor).toContainText("onetwo");
  await page.keyboard.press("Escape");
  await expect(cardOf(page, 2)).toBeFocused();
});

test("the density survives a reload and is listed among the keyboard shortcuts", async ({
  many: { page },
}) => {
  await openSettings(page, "Appearance");
  await page.getByRole("radio", { name: "Compact" }).click();
  await leaveSettings(page);
  await page.reload();
  await expect(page.locator("[data-density]")).toHaveAttribute("data-density", "compact");
  await expect(cardOf(page, 0)).toBeVisible();
  await page.keyboard.press("Control+/");
  await expect(page.getByText("Comfortable, compact or one-line view")).toBeVisible();
});

test("shows memos of a day side by side where there is room", async ({ many: { page } }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await chooseColumns(page, "2");
  const isBeside = async (one: number, other: number): Promise<boolean> => {
    const [left, right] = [await boxOf(cardOf(page, one)), await boxOf(cardOf(page, other))];
    return left.y === right.y && left.x + left.width < right.x;
  };
  await expect.poll(() => isBeside(0, 1)).toBe(true);
  expect(await isBeside(1, 2)).toBe(false);
  await page.setViewportSize({ width: 1920, height: 1000 });
  await chooseColumns(page, "3");
  await expect.poll(() => isBeside(1, 2)).toBe(true);
  expect(await isBeside(2, 3)).toBe(false);

  await test.step("keys follow the order of memos, and arrows move sideways", async () => {
    await cardOf(page, 0).focus();
    await page.keyboard.press("ArrowDown");
    await expect(cardOf(page, 1)).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(cardOf(page, 2)).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(cardOf(page, 2)).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await expect(cardOf(page, 1)).toBeFocused();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await expect(cardOf(page, 3)).toBeFocused();
  });

  await test.step("a narrower window has one column, and the focus stays", async () => {
    await page.setViewportSize({ width: 1300, height: 1000 });
    await expect.poll(() => isBeside(0, 1)).toBe(false);
    await expect(cardOf(page, 3)).toBeFocused();
    await page.setViewportSize({ width: 1920, height: 1000 });
    await expect.poll(() => isBeside(0, 1)).toBe(true);
    await expect(cardOf(page, 3)).toBeFocused();
  });
});

test("keeps the memo at the top in place when the number of columns changes", async ({
  many: { page },
}) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.getByRole("feed").hover();
  await page.mouse.wheel(0, 2600);
  await expect.poll(() => firstInView(page)).not.toBe("Memo 0 of them");
  // The first memo of a day begins a row of two as well as of three columns.
  const first = await page.evaluate(() => {
    const day = [...document.querySelectorAll<HTMLElement>("[data-memo-list] .day-heading")].find(
      (heading) => heading.getBoundingClientRect().top > 120,
    );
    const scroller = day?.closest("[data-scroller]");
    scroller?.scrollBy(0, (day?.getBoundingClientRect().bottom ?? 0) - 90);
    return true;
  });
  expect(first).toBe(true);
  await expect(page.getByRole("feed")).toHaveAttribute("aria-busy", "false");
  const name = await firstInView(page);
  for (const columns of ["2", "3", "1"]) {
    await chooseColumns(page, columns);
    await expect.poll(() => firstInView(page)).toBe(name);
  }
});

test("an editor fills the row and stays open when the window is resized", async ({
  many: { page },
}) => {
  await page.setViewportSize({ width: 1920, height: 1000 });
  await chooseColumns(page, "3");
  const card = cardOf(page, 1);
  const { width } = await boxOf(card);
  await card.focus();
  await page.keyboard.press("e");
  const editor = page.getByRole("textbox", { name: "Edit memo" });
  await expect(editor).toBeFocused();
  const feed = await boxOf(page.getByRole("feed"));
  expect((await boxOf(card)).width).toBeCloseTo(feed.width, 0);
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" wide");
  await page.setViewportSize({ width: 1200, height: 1000 });
  await page.keyboard.type("open");
  await expect(editor).toContainText("wideopen");
  await page.setViewportSize({ width: 1920, height: 1000 });
  await page.keyboard.press("Escape");
  await expect(card).toBeFocused();
  expect((await boxOf(card)).width).toBeCloseTo(width, 0);
});
