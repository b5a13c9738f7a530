import { type BrowserContext, expect, type Page } from "@playwright/test";
import { createMemo, signInPath, test, textsOf } from "./signed-in-page.ts";
import {
  comeBack,
  crashPage,
  feed,
  freeze,
  hide,
  keepForBack,
  memo,
  ownsDatabase,
  pixel,
  show,
  thaw,
  write,
} from "./tab-page.ts";

test.afterEach(({ served }) => served.setReachable(true));

/** Signs alice in and opens tabs one after the other; the first one has the database. */
async function openTabs(context: BrowserContext, url: string, count: number): Promise<Page[]> {
  const pages: Page[] = [];
  for (let n = 0; n < count; n += 1) {
    const page = await context.newPage();
    await page.goto(n === 0 ? url + signInPath("alice") : url);
    await expect(feed(page).getByRole("article").first()).toBeVisible();
    pages.push(page);
  }
  return pages;
}

test("A41 · three tabs show what is written and typed in any of them, and take files", async ({
  context,
  served,
}) => {
  await createMemo(served, "Known to all tabs");
  const [first, second, third] = (await openTabs(context, served.url, 3)) as [Page, Page, Page];
  expect(await ownsDatabase(first)).toBe(true);
  expect([await ownsDatabase(second), await ownsDatabase(third)]).toEqual([false, false]);
  await write(second, "Written in the second tab");
  for (const page of [first, third]) {
    await expect(memo(page, "Written in the second tab")).toBeVisible();
  }
  await expect.poll(() => textsOf(served)).toContain("Written in the second tab");

  const edit = async (page: Page) => {
    const card = memo(page, "Known to all tabs");
    await card.hover();
    await card.getByRole("button", { name: "Edit", exact: true }).click();
    const editor = page.getByRole("textbox", { name: "Edit memo" });
    await editor.click();
    await page.keyboard.press("Control+End");
    return editor;
  };
  const [editor, other] = [await edit(third), await edit(second)];
  await third.keyboard.type(" and typed in the third");
  await expect(other).toContainText("typed in the third");
  await second.keyboard.type(", and in the second");
  await expect(editor).toContainText("and in the second");

  await third.keyboard.press("Escape");
  await second.keyboard.press("Escape");
  await second
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "tide.png", mimeType: "image/png", buffer: pixel });
  await expect(
    second.getByText("tide.png").or(second.getByAltText("tide.png")).first(),
  ).toBeVisible();
  await write(second, "With a picture of the second tab");
  const picture = memo(third, "With a picture").getByRole("button", { name: "Open tide.png" });
  await expect(picture).toBeVisible();
  const isDrawn = () =>
    picture.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth > 0);
  await expect.poll(isDrawn).toBe(true);
});

test("A41b · tabs go on when the owner is closed, and when the next one crashes", async ({
  context,
  served,
}) => {
  await createMemo(served, "There before");
  const [first, second, third] = (await openTabs(context, served.url, 3)) as [Page, Page, Page];
  served.setReachable(false);
  await write(first, "Acknowledged by the first owner");
  await expect(memo(third, "Acknowledged by the first")).toBeVisible();
  await first.close();
  await write(third, "Written after the close");
  await expect(memo(second, "Written after the close")).toBeVisible();
  expect(await ownsDatabase(second)).toBe(true);
  await expect(memo(second, "Acknowledged by the first")).toBeVisible();

  await crashPage(second);
  await write(third, "Written after the crash");
  await expect(memo(third, "Written after the crash")).toBeVisible();
  await third.reload();
  for (const text of ["by the first owner", "after the close", "after the crash"]) {
    await expect(memo(third, text)).toBeVisible();
  }
  served.setReachable(true);
  await expect.poll(() => textsOf(served)).toContain("Written after the crash");
});

test("A41b · an editor that is open while the owner crashes keeps every letter", async ({
  context,
  served,
}) => {
  await createMemo(served, "Typed through a crash");
  const [first, second] = (await openTabs(context, served.url, 2)) as [Page, Page];
  const card = memo(second, "Typed through a crash");
  await card.hover();
  await card.getByRole("button", { name: "Edit", exact: true }).click();
  await second.getByRole("textbox", { name: "Edit memo" }).click();
  await second.keyboard.press("Control+End");
  const letters = " one two three four five six seven eight nine ten";
  await second.keyboard.type(letters.slice(0, 20));
  const crashed = crashPage(first);
  await second.keyboard.type(letters.slice(20));
  await crashed;
  await second.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => textsOf(served)).toContain(`Typed through a crash${letters}`);
});

test("A41f · a worker that crashes is started again by its tab, for all tabs", async ({
  context,
  served,
}) => {
  await createMemo(served, "There before the worker crashed");
  const [first, second] = (await openTabs(context, served.url, 2)) as [Page, Page];
  const [worker] = first.workers();
  await worker?.evaluate(() => {
    setTimeout(() => {
      throw new Error("a crash of the test");
    });
  });
  await write(second, "Written after the worker crashed");
  await expect(memo(first, "Written after the worker crashed")).toBeVisible();
});

test("A41d · on a phone, a hidden tab lets the next one have the database, and comes back", async ({
  browser,
  served,
}) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true });
  await createMemo(served, "On the phone");
  const [first, second] = (await openTabs(context, served.url, 2)) as [Page, Page];
  await hide(first);
  await expect.poll(() => ownsDatabase(second)).toBe(true);
  await write(second, "While the first is hidden");
  await expect(memo(second, "While the first is hidden")).toBeVisible();
  await hide(second);
  await show(first);
  await expect.poll(() => ownsDatabase(first)).toBe(true);
  await expect(memo(first, "While the first is hidden")).toBeVisible();
  await show(second);
  await write(second, "While both are shown");
  for (const page of [first, second]) {
    await expect(memo(page, "While both are shown")).toBeVisible();
  }
  await context.close();
});

test("A41d · tabs that are frozen, or kept for the back button, block nobody and reconnect", async ({
  context,
  served,
}) => {
  await createMemo(served, "There before the frost");
  const [first, second, third] = (await openTabs(context, served.url, 3)) as [Page, Page, Page];
  await freeze(second);
  await keepForBack(first);
  await expect.poll(() => ownsDatabase(third)).toBe(true);
  await write(third, "Written in the frost");
  await thaw(second);
  await comeBack(first);
  for (const page of [first, second, third]) {
    await expect(memo(page, "Written in the frost")).toBeVisible();
  }
});

test("A41e · signing out in one tab makes the others leave", async ({ context, served }) => {
  await createMemo(served, "Gone with the sign-out");
  const [first, second] = (await openTabs(context, served.url, 2)) as [Page, Page];
  await second.goto(`${served.url}/#/settings/account`);
  await second.getByRole("button", { name: "Sign out" }).first().click();
  await second.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
  for (const page of [first, second]) {
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  }
});

test("25 tabs that are opened and closed in a hurry leave the database whole", async ({
  context,
  served,
}) => {
  await createMemo(served, "Read by every tab");
  let [before] = await openTabs(context, served.url, 1);
  for (let n = 0; n < 25; n += 1) {
    const page = await context.newPage();
    await page.goto(served.url, { waitUntil: "commit" });
    // Some are closed while they start, some while they take over, some while they are in use.
    if (n % 3 > 0) await before?.close();
    if (n % 5 === 0) await expect(memo(page, "Read by every tab")).toBeVisible();
    before = page;
  }
  const [last] = context.pages().toReversed();
  if (last === undefined) throw new Error("no tab is left");
  await expect(memo(last, "Read by every tab")).toBeVisible();
  await write(last, "Written by the last tab");
  await expect.poll(() => textsOf(served)).toContain("Written by the last tab");
});
