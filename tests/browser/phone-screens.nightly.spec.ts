import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { chromiumLaunchOptions } from "../../scripts/chromium.ts";
import { fillFolder, shownMoment } from "../screens/fill-folder.ts";
import { fillShared } from "../screens/fill-shared.ts";
import { listScreens, type Screen, type ScreenDevice, showScreen } from "../screens/screen-list.ts";
import { startApp, unusedAddress } from "../system/running-program.ts";
import { cutTexts } from "./cut-texts.ts";
import { smallTargets } from "./small-targets.ts";

// Every screen on the narrowest phones. The user agent is a desktop's: with Android's, CodeMirror drops
// Enter when keys come fast.

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;

/** Screens for a keyboard, and a window of its own. */
const notOnPhones = new Set([
  "shortcut-sheet",
  "capture",
  "settings-shortcuts",
  "settings-capture",
]);

const names = Object.entries(listScreens({ essay: "" })).flatMap(([name, { device = "full" }]) =>
  notOnPhones.has(name) ? [] : [{ name, device }],
);

interface Shown {
  readonly origin: string;
  readonly page: Page;
}

let folders: Record<ScreenDevice, string>;
let screens: Record<string, Screen>;
const resources = new AsyncDisposableStack();
const shown: Partial<Record<ScreenDevice, Shown>> = {};

// The tests of a device share an app, and a page of it.
test.describe.configure({ mode: "default" });

const { args, ...launch } = chromiumLaunchOptions();
// A fake microphone that beeps.
const microphone = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
test.use({ launchOptions: { ...launch, args: [...args, ...microphone] } });

test.beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-phone-"));
  resources.defer(() => rmSync(folder, { recursive: true, force: true }));
  const room = (name: string): string => {
    const dir = join(folder, name);
    mkdirSync(dir);
    return dir;
  };
  const nowMs = shownMoment();
  const full = room("full");
  screens = listScreens(await fillFolder(full, null, nowMs));
  const others = resources.use(await fillShared(room("others"), nowMs));
  folders = { full, empty: room("empty"), ...others };
});

test.afterAll(() => resources.disposeAsync());

for (const { name, device } of names) {
  test(`targets are 44 px and nothing is cut or scrolls sideways on a phone: ${name}`, async ({
    browser,
  }) => {
    const screen = screens[name]!;
    const { origin, page } = (shown[device] ??= await open(browser, folders[device]));
    await showScreen(page, origin, screen);
    expect.soft(await cutTexts(page)).toEqual([]);
    expect.soft(await smallTargets(page)).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    await screen.undo?.(page);
  });
}

async function open(browser: Browser, dir: string): Promise<Shown> {
  const app = resources.use(await startApp(dir));
  const context = await browser.newContext({ ...phone, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(await unusedAddress(app.url));
  await page.locator("main").first().waitFor();
  return { origin: new URL(app.url).origin, page };
}
