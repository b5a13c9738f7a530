import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { unusedAddress } from "../system/running-program.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { test } from "./seeded-app.ts";
import { smallTargets } from "./small-targets.ts";

// A phone with a desktop's user agent: with Android's, CodeMirror drops Enter when keys come fast.

const height = 844;

interface Phone {
  readonly page: Page;
  readonly context: BrowserContext;
}

async function openPhone(browser: Browser, url: string, setUp?: () => void): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width: 390, height },
    hasTouch: true,
    isMobile: true,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  if (setUp !== undefined) await page.addInitScript(setUp);
  await page.goto(await unusedAddress(url));
  await expect(page.getByRole("article").first()).toBeVisible();
  return { page, context };
}

const composer = (page: Page) => page.getByRole("textbox", { name: "New memo" });

async function openComposer(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^New memo/ }).tap();
  await expect(composer(page)).toBeFocused();
}

test("a new memo is written in a sheet that keeps its draft", async ({ app, browser }) => {
  const { page, context } = await openPhone(browser, app.url);
  await expect(composer(page)).toBeHidden();
  await openComposer(page);
  await page.keyboard.type("From the ferry");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).tap();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: "New memo, has a draft" }).tap();
  await expect(composer(page)).toHaveText("From the ferry");
  await page.getByRole("button", { name: "Save", exact: true }).tap();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("article").filter({ hasText: "From the ferry" })).toBeVisible();
  await expect(page.getByRole("button", { name: "New memo", exact: true })).toBeVisible();
  await context.close();
});

/** Replaces the visual viewport by one that `pretendKeyboard` shrinks, as Safari does. */
function fakeViewport(): void {
  const seen = Object.assign(new EventTarget(), { scale: 1, offsetTop: 0, offsetLeft: 0 });
  let covered = 0;
  Object.defineProperties(seen, {
    height: { get: () => innerHeight - covered },
    width: { get: () => innerWidth },
  });
  Object.defineProperty(window, "visualViewport", { value: seen });
  Object.assign(window, {
    pretendKeyboard(pixels: number) {
      covered = pixels;
      seen.dispatchEvent(new Event("resize"));
    },
  });
}

const keyboard = 340;

async function showKeyboard(page: Page): Promise<void> {
  await page.evaluate((pixels) => {
    (window as unknown as { pretendKeyboard(pixels: number): void }).pretendKeyboard(pixels);
  }, keyboard);
}

/** Returns the lower edge of the caret. */
async function caretBottom(page: Page): Promise<number> {
  return page.evaluate(() => {
    const selection = getSelection();
    const box = selection?.getRangeAt(0).getClientRects()[0];
    const node = selection?.focusNode;
    const line = node instanceof Element ? node : node?.parentElement;
    return (box ?? line?.getBoundingClientRect())?.bottom ?? Number.NaN;
  });
}

test("the caret and the tools stay above a keyboard that covers the page", async ({
  app,
  browser,
}) => {
  const { page, context } = await openPhone(browser, app.url, fakeViewport);
  await openComposer(page);
  await page.keyboard.insertText(Array.from({ length: 40 }, (_, at) => `line ${at}`).join("\n"));
  await showKeyboard(page);
  const edge = height - keyboard;
  await expect.poll(() => caretBottom(page)).toBeLessThanOrEqual(edge);
  await page.keyboard.type("\nand one more");
  expect(await caretBottom(page)).toBeLessThanOrEqual(edge);
  const save = await page.getByRole("button", { name: "Save", exact: true }).boundingBox();
  expect(save!.y + save!.height).toBeLessThanOrEqual(edge);
  await page.getByRole("button", { name: "Save", exact: true }).tap();
  await page.evaluate(() =>
    (window as unknown as { pretendKeyboard(pixels: number): void }).pretendKeyboard(0),
  );

  await page.getByRole("article").filter({ hasText: "line 0" }).locator("time").tap();
  await page.getByRole("button", { name: "Edit" }).tap();
  await expect(page.getByRole("textbox", { name: "Edit memo" })).toBeFocused();
  await page.keyboard.press("Control+End");
  await showKeyboard(page);
  await expect.poll(() => caretBottom(page)).toBeLessThanOrEqual(edge);
  const done = await page.getByRole("button", { name: "Done" }).boundingBox();
  expect(done!.y + done!.height).toBeLessThanOrEqual(edge);
  await context.close();
});

/** Replaces the watcher of Android's back button by one that `goBack` presses. */
function fakeBackButton(): void {
  let waiting: EventTarget[] = [];
  const FakeWatcher = class extends EventTarget {
    constructor() {
      super();
      waiting.push(this);
    }
    destroy(): void {
      waiting = waiting.filter((each) => each !== this);
    }
  };
  const goBack = (): void => void waiting.pop()?.dispatchEvent(new Event("close"));
  Object.assign(window, { CloseWatcher: FakeWatcher, goBack });
}

test("the back button closes the list of choices, then its sheet, and keeps the draft", async ({
  app,
  browser,
}) => {
  const { page, context } = await openPhone(browser, app.url, fakeBackButton);
  const goBack = () => page.evaluate(() => (window as unknown as { goBack(): void }).goBack());
  await openComposer(page);
  await page.keyboard.type("From the pier");
  await page.getByRole("combobox", { name: "Visibility" }).tap();
  await expect(page.getByRole("listbox")).toBeVisible();
  await goBack();
  await expect(page.getByRole("listbox")).toBeHidden();
  await expect(page.getByRole("dialog", { name: "New memo" })).toBeVisible();
  await goBack();
  await expect(page.getByRole("dialog", { name: "New memo" })).toBeHidden();
  await expect(page.getByRole("button", { name: "New memo, has a draft" })).toBeVisible();
  await page.getByRole("button", { name: "Open menu" }).tap();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  await goBack();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeHidden();
  await context.close();
});

test("the selection bar has room for its buttons on a screen of 320 px", async ({
  app,
  browser,
}) => {
  const { page, context } = await openPhone(browser, app.url);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole("button", { name: "More actions" }).first().tap();
  await page.getByRole("menuitem", { name: "Select", exact: true }).tap();
  const bar = page.getByRole("toolbar", { name: "Selected memos" });
  const { x, width } = (await bar.boundingBox())!;
  const clear = (await bar.getByRole("button", { name: "Clear selection" }).boundingBox())!;
  expect(clear.x + clear.width).toBeLessThanOrEqual(x + width);
  expect(clear.height).toBe(44);
  await context.close();
});

test("a swipe pins and archives, a long press selects, and menus have the same", async ({
  app,
  browser,
}) => {
  const { page, context } = await openPhone(browser, app.url);
  const session = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x?: number, y?: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: x === undefined || y === undefined ? [] : [{ x, y }],
    });
  const card = page.getByRole("article").filter({ hasText: "For everybody" });
  const swipe = async (by: number): Promise<void> => {
    const box = (await card.boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + 20];
    await touch("touchStart", x, y);
    for (let step = 1; step <= 6; step += 1) await touch("touchMove", x + (by * step) / 6, y);
    await touch("touchEnd");
  };
  await card.scrollIntoViewIfNeeded();
  await swipe(130);
  await expect(card).toContainText("Pinned");
  await card.getByRole("button", { name: "More actions" }).tap();
  const menu = page.getByRole("menu");
  for (const name of ["Unpin", "Archive", "Select"]) {
    await expect(menu.getByRole("menuitem", { name, exact: true })).toBeVisible();
  }
  const sheet = (await menu.boundingBox())!;
  expect(Math.round(sheet.y + sheet.height)).toBe(height);
  await page.keyboard.press("Escape");
  await swipe(130);
  await expect(card).not.toContainText("Pinned");
  await swipe(-130);
  await expect(card).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).last().tap();
  await expect(card).toBeVisible();

  const box = (await card.boundingBox())!;
  await touch("touchStart", box.x + box.width / 2, box.y + 20);
  await expect(page.getByRole("toolbar", { name: "Selected memos" })).toContainText("1 selected");
  await touch("touchEnd");
  await page.getByRole("button", { name: "Clear selection" }).tap();
  await context.close();
});

test("the main screens of a phone are accessible, with targets of 44 px", async ({
  app,
  browser,
}) => {
  const { page, context } = await openPhone(browser, app.url);
  const check = async (name: string): Promise<void> => {
    await expectAccessible(page, name, { rules: "all" });
    expect.soft(await smallTargets(page), name).toEqual([]);
  };
  await check("timeline");
  await page.getByRole("button", { name: "Open menu" }).tap();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  await check("menu");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeHidden();
  await page.getByRole("button", { name: "More actions" }).first().tap();
  await check("menu of a card");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Tasks" }).tap();
  await expect(page.getByRole("heading", { level: 1, name: "Tasks" })).toBeVisible();
  await check("tasks");
  await page.getByRole("link", { name: "Timeline" }).tap();
  await expect(page.getByRole("heading", { level: 1, name: "Timeline" })).toBeVisible();
  await page.getByRole("button", { name: "Search", exact: true }).tap();
  await page.keyboard.type("fog");
  await expect(page.getByRole("article").first()).toBeVisible();
  await check("search");
  await context.close();
});

test("a tap beside a long text ends editing at once, although the bar returns", async ({
  app,
  browser,
}) => {
  const { page, context } = await openPhone(browser, app.url);
  await openComposer(page);
  await page.keyboard.insertText(Array.from({ length: 60 }, (_, at) => `row ${at}`).join("\n"));
  await page.getByRole("button", { name: "Save", exact: true }).tap();
  const card = page.getByRole("article").filter({ hasText: "row 0" });
  await card.getByRole("button", { name: "More actions" }).tap();
  await page.getByRole("menuitem", { name: "Edit" }).tap();
  const editor = page.getByRole("textbox", { name: "Edit memo" });
  await expect(editor).toBeFocused();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await page.keyboard.press("Control+Home");
  await page.getByRole("button", { name: "Done" }).tap();
  await expect(editor).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await context.close();
});

test("the copy button leaves the first line of code readable, and the label of the location is beside its button", async ({
  app,
  browser,
}) => {
  const { page, context } = await openPhone(browser, app.url);
  await openComposer(page);
  await page.keyboard.insertText("From the log\n\n```\n" + "a long line ".repeat(12) + "end\n```");
  await page.getByRole("button", { name: "Save", exact: true }).tap();
  const card = page.getByRole("article").filter({ hasText: "From the log" });
  const left = await card.locator("pre").evaluate((pre) => {
    pre.scrollLeft = pre.scrollWidth;
    const text = document.createRange();
    text.selectNodeContents(pre);
    const lineEnd = Math.max(...[...text.getClientRects()].map(({ right }) => right));
    return pre.parentElement!.querySelector("button")!.getBoundingClientRect().left - lineEnd;
  });
  expect(left).toBeGreaterThanOrEqual(0);

  await card.locator("time").tap();
  const middleOf = async (words: string): Promise<number> => {
    const { y, height } = (await page.getByText(words, { exact: true }).boundingBox())!;
    return y + height / 2;
  };
  await page.getByRole("button", { name: "Add location" }).scrollIntoViewIfNeeded();
  // The page may still be moving.
  const apart = async () =>
    Math.abs((await middleOf("Location")) - (await middleOf("Add location")));
  await expect.poll(apart).toBeLessThan(1);
  await context.close();
});

test("a wide window loads none of it", async ({ app, browser }) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(await unusedAddress(app.url));
  await expect(composer(page)).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(asked.filter((url) => /\/(?:phone-parts|composer-sheet)-/.test(url))).toEqual([]);
  await context.close();
});
