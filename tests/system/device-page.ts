import { expect, type Browser, type Locator, type Page } from "@playwright/test";
import { unusedAddress } from "./running-program.ts";

/** The app in a browser, operated through what a user can see and name. */
export interface DevicePage extends AsyncDisposable {
  readonly page: Page;
  memo(firstWords: string): Locator;
  write(content: string): Promise<void>;
  search(text: string): Promise<void>;
  /** Opens a memo's editor, puts the caret at the start or end, types, and closes it. */
  edit(firstWords: string, at: "start" | "end of first line" | "end", text: string): Promise<void>;
  /** Chooses an action from a memo's menu. */
  choose(firstWords: string, action: string): Promise<void>;
  connect(url: string, username: string, password: string): Promise<void>;
  syncPill(): Locator;
  /**
   * Loads the app again after `leave`, without the settings, routes, permissions and emulation of earlier
   * tests. Costs a third of a new context: the renderer keeps its process and compiled code. Can't remove
   * a fake clock or init scripts. Pass `address` to open another app.
   */
  startOver(address?: string): Promise<void>;
  /** Leaves the app once the host has answered everything that the page has sent. */
  leave(): Promise<void>;
}

const viewport = { width: 1280, height: 720 };

export async function openDevice(browser: Browser, url: string): Promise<DevicePage> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const isSaved = watchSaving(page);
  await page.goto(await unusedAddress(url));
  const feed = page.getByRole("feed", { name: "Memos" });
  const memo = (firstWords: string): Locator =>
    feed.getByRole("article").filter({ hasText: firstWords }).first();
  let { origin } = new URL(url);
  const opened = () => expect(page.getByRole("textbox", { name: "New memo" })).toBeVisible();
  await opened();

  return {
    page,
    memo,
    async write(content) {
      const composer = page.getByRole("textbox", { name: "New memo" });
      await composer.click();
      await page.keyboard.insertText(content);
      await page.keyboard.press("Control+Enter");
      await expect(composer).not.toContainText(content.slice(0, 12));
    },
    async search(text) {
      await page.getByRole("searchbox", { name: "Search memos" }).fill(text);
    },
    async edit(firstWords, at, text) {
      const card = memo(firstWords);
      await card.hover();
      await card.getByRole("button", { name: "Edit", exact: true }).click();
      const editor = page.getByRole("textbox", { name: "Edit memo" });
      await editor.click();
      await page.keyboard.press(at === "end" ? "Control+End" : "Control+Home");
      if (at === "end of first line") await page.keyboard.press("End");
      await page.keyboard.type(text);
      await page.getByRole("button", { name: "Done" }).click();
      await expect(editor).toBeHidden();
    },
    async choose(firstWords, action) {
      const card = memo(firstWords);
      await card.hover();
      await card.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: action }).click();
    },
    async connect(serverUrl, username, password) {
      await page.getByRole("button", { name: /^Sync:/ }).click();
      // The timeline of an empty device has such a button too.
      const panel = page.getByRole("dialog");
      await panel.getByRole("button", { name: "Connect a server…" }).click();
      const dialog = page.getByRole("dialog", { name: "Connect a server" });
      await dialog.getByRole("textbox", { name: "Server address" }).fill(serverUrl);
      await dialog.getByRole("textbox", { name: "Username" }).fill(username);
      await dialog.getByLabel("Password", { exact: true }).fill(password);
      await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    },
    syncPill: () => page.getByRole("button", { name: /^Sync:/ }),
    async leave() {
      await isSaved();
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await context.clearPermissions();
      // The same origin without the app: nothing writes to the storage after it's cleared.
      await page.goto(`${origin}/trpc/`);
    },
    async startOver(address) {
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
      if (address !== undefined) await context.clearCookies();
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: "light", forcedColors: null, reducedMotion: null });
      await page.mouse.move(0, 0);
      if (address !== undefined) ({ origin } = new URL(address));
      await page.goto(address === undefined ? `${origin}/` : await unusedAddress(address));
      await opened();
    },
    async [Symbol.asyncDispose]() {
      await isSaved();
      await context.close();
    },
  };
}

/** Maximum wait for responses before a page is closed: closing its browser aborts pending requests. */
const savedWithinMs = 3000;
/** Time without requests after which nothing is pending: a response may cause another request. */
const quietMs = 100;

/**
 * Returns a function that resolves once no POST request of the page is pending, or after `savedWithinMs`.
 */
function watchSaving(page: Page): () => Promise<void> {
  const underWay = new Set<unknown>();
  let endedMs = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") underWay.add(request);
  });
  for (const ending of ["requestfinished", "requestfailed"] as const) {
    page.on(ending as "requestfinished", (request) => {
      if (underWay.delete(request)) endedMs = Date.now();
    });
  }
  return async () => {
    const untilMs = Date.now() + savedWithinMs;
    while (Date.now() < untilMs && (underWay.size > 0 || Date.now() - endedMs < quietMs)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
}
