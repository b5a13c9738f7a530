import { expect, type Locator, type Page } from "@playwright/test";

/** PNG of one pixel. */
export const pixel: Buffer = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

export const feed = (page: Page): Locator => page.getByRole("feed", { name: "Memos" });

export const memo = (page: Page, words: string): Locator =>
  feed(page).getByRole("article").filter({ hasText: words }).first();

export async function write(page: Page, content: string): Promise<void> {
  const composer = page.getByRole("textbox", { name: "New memo" });
  await composer.click();
  await page.keyboard.insertText(content);
  await page.keyboard.press("Control+Enter");
  await expect(composer).not.toContainText(content);
}

/** Returns true if the page holds the lock of the tab that has the database. */
export async function ownsDatabase(page: Page): Promise<boolean> {
  const asked = await page.evaluate(async () => {
    const own = `probe ${Math.random()}`;
    // The browser names a lock's client, not its page.
    return navigator.locks.request(own, async () => {
      const { held = [] } = await navigator.locks.query();
      const clientId = held.find(({ name }) => name === own)?.clientId;
      return held.some(
        ({ name, clientId: by }) => /^tidemark-[0-9a-f]{16}$/.test(name ?? "") && by === clientId,
      );
    });
  });
  return asked;
}

/** Makes a page's renderer crash. */
export async function crashPage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  // Never answered.
  void session.send("Page.crash").catch(() => undefined);
  await crashed;
}

/** Makes a page believe that it is hidden: all pages of a test are visible. */
export const hide = (page: Page): Promise<void> => setVisibility(page, "hidden");
export const show = (page: Page): Promise<void> => setVisibility(page, "visible");

async function setVisibility(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate((wanted) => {
    Object.defineProperty(document, "visibilityState", { value: wanted, configurable: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, state);
}

/** Makes a page believe that it is frozen, or kept for the back button. Chromium does neither to visible pages. */
export const freeze = (page: Page): Promise<void> =>
  page.evaluate(() => void document.dispatchEvent(new Event("freeze")));
export const thaw = (page: Page): Promise<void> =>
  page.evaluate(() => void document.dispatchEvent(new Event("resume")));
export const keepForBack = (page: Page): Promise<void> =>
  page.evaluate(() => void dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
export const comeBack = (page: Page): Promise<void> =>
  page.evaluate(() => void dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
