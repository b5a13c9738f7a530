import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, expect, test } from "@playwright/test";
import { chromiumLaunchOptions, findChromium } from "../../scripts/chromium.ts";
import { fillFolder } from "../screens/fill-folder.ts";
import { listScreens, type Screen, showScreen } from "../screens/screen-list.ts";
import { type RunningProgram, startApp, unusedAddress } from "../system/running-program.ts";

// Compares ten screens with reference pictures that were checked by eye. To update the pictures:
// `TIDEMARK_NIGHTLY=1 npx playwright test tests/browser/pictures.nightly.spec.ts --update-snapshots`.

/** 15:30 UTC on a Wednesday. */
const nowMs = Date.UTC(2026, 5, 10, 15, 30);

const pictures = [
  ["timeline", "light", 1360],
  ["timeline", "dark", 820],
  ["timeline", "light", 380],
  ["first-run", "light", 1360],
  ["composer-in-use", "dark", 1360],
  ["inline-editing", "light", 820],
  ["memo-page", "light", 1360],
  ["memo-page", "dark", 380],
  ["search-hits", "light", 1360],
  ["tasks", "dark", 820],
] as const;

const heights = { 1360: 900, 820: 1100, 380: 800 } as const;

let folder: string;
let screens: Record<string, Screen>;
let full: RunningProgram;
let empty: RunningProgram;

// The tests share two programs. Other systems have other fonts for code and for characters missing in Inter.
test.describe.configure({ mode: "default" });
test.skip(process.platform !== "linux", "pictures are of Linux");

// Uses the full Chromium, because the headless shell smooths text and images differently.
test.use({ launchOptions: { ...chromiumLaunchOptions(), executablePath: findChromium() ?? "" } });

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tidemark-pictures-"));
  for (const name of ["full", "empty"]) mkdirSync(join(folder, name));
  screens = listScreens(await fillFolder(join(folder, "full"), null, nowMs));
  full = await startApp(join(folder, "full"));
  empty = await startApp(join(folder, "empty"));
});

test.afterAll(async () => {
  await full?.[Symbol.asyncDispose]();
  await empty?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

for (const [name, theme, width] of pictures) {
  test(`${name} matches its picture · ${theme}, ${width}`, async ({ browser }) => {
    const screen = screens[name]!;
    const { url } = screen.device === "empty" ? empty : full;
    const page = await openPage(browser, { theme, width });
    await page.goto(await unusedAddress(url));
    await page.locator("main").first().waitFor();
    await showScreen(page, new URL(url).origin, screen);
    await page.waitForFunction(() =>
      // Only images with a source: an editor adds empty ones.
      [...document.querySelectorAll<HTMLImageElement>("img[src]")].every(
        (image) =>
          (image.complete && image.naturalWidth > 0) ||
          image.getBoundingClientRect().top > innerHeight,
      ),
    );
    await expect(page).toHaveScreenshot(`${name}-${theme}-${width}.png`, {
      scale: "device",
      // Tolerates the edges of letters, which differ between versions of Chromium, but not a line that moved.
      threshold: 0.25,
      maxDiffPixelRatio: 0.01,
    });
    await screen.undo?.(page);
    await page.context().close();
  });
}

/** Opens a page at half the resolution, for small pictures and fewer differences at the edges of letters. */
async function openPage(
  browser: Browser,
  { theme, width }: { readonly theme: "light" | "dark"; readonly width: keyof typeof heights },
) {
  const isPhone = width < 720;
  const context = await browser.newContext({
    viewport: { width, height: heights[width] },
    hasTouch: isPhone,
    isMobile: isPhone,
    deviceScaleFactor: 0.5,
    colorScheme: theme,
    reducedMotion: "reduce",
    locale: "en-GB",
    timezoneId: "UTC",
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(nowMs);
  return page;
}
