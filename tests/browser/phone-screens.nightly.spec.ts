import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { chromiumLaunchOptions } from "../../scripts/chromium.ts";
import { fillFolder, shownMoment } from "../screens/fill-folder.ts";
import { listScreens, type Screen, showScreen } from "../screens/screen-list.ts";
import { type RunningProgram, startApp, unusedAddress } from "../system/running-program.ts";
import { smallTargets } from "./small-targets.ts";

// Every screen of one device on a phone of 390 px. The user agent is a desktop's: with Android's,
// CodeMirror drops Enter when keys come fast.

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** Screens for a keyboard, and a window of its own. */
const notOnPhones = new Set([
  "shortcut-sheet",
  "capture",
  "settings-shortcuts",
  "settings-capture",
]);

const names = Object.entries(listScreens({ essay: "" })).flatMap(([name, { device = "full" }]) =>
  (device === "full" || device === "empty") && !notOnPhones.has(name) ? [{ name, device }] : [],
);

interface Shown {
  readonly app: RunningProgram;
  readonly page: Page;
}

let folder: string;
let screens: Record<string, Screen>;
const shown: Partial<Record<"full" | "empty", Shown>> = {};

// The tests share two apps, and a page of each.
test.describe.configure({ mode: "default" });

const { args, ...launch } = chromiumLaunchOptions();
// A fake microphone that beeps.
const microphone = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
test.use({ launchOptions: { ...launch, args: [...args, ...microphone] } });

test.beforeAll(async ({ browser }) => {
  folder = mkdtempSync(join(tmpdir(), "tidemark-phone-"));
  for (const name of ["full", "empty"] as const) mkdirSync(join(folder, name));
  screens = listScreens(await fillFolder(join(folder, "full"), null, shownMoment()));
  for (const name of ["full", "empty"] as const) {
    const app = await startApp(join(folder, name));
    const context = await browser.newContext({ ...phone, reducedMotion: "reduce" });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(await unusedAddress(app.url));
    await page.locator("main").first().waitFor();
    shown[name] = { app, page };
  }
});

test.afterAll(async () => {
  for (const { app } of Object.values(shown)) await app[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

for (const { name, device } of names) {
  test(`targets are 44 px and nothing scrolls sideways on a phone: ${name}`, async () => {
    const screen = screens[name]!;
    const { app, page } = shown[device]!;
    await showScreen(page, new URL(app.url).origin, screen);
    expect.soft(await smallTargets(page)).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    await screen.undo?.(page);
  });
}
