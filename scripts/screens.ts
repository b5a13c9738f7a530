import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { Option } from "commander";
import { contactSheet } from "../tests/screens/contact-sheet.ts";
import type { Screen, ScreenDevice } from "../tests/screens/screen-list.ts";
import { type RunningProgram, startApp, unusedAddress } from "../tests/system/running-program.ts";
import { chromiumLaunchOptions } from "./chromium.ts";
import { scriptCommand, wholeNumber } from "./script-command.ts";

// `npm run screens -- --out DIR`: takes screenshots of every screen of the app, in both themes and three
// widths, as SCREEN-THEME-WIDTH.png, and an index.html that shows them. Uses the notes of the notebook next
// to the project, if there is one, otherwise generated notes. Exit codes: 0 all done, 1 some screens failed,
// 2 invalid options.

const themes = ["light", "dark"] as const;
const heights: Record<number, number> = { 1360: 900, 820: 1100, 380: 800 };

const command = scriptCommand("screens", "Draws every screen of the app.")
  .requiredOption("--out <folder>", "where the pictures go")
  .option("--only <names...>", "these screens")
  .addOption(new Option("--theme <theme>", "this theme").choices(themes))
  .option("--width <pixels>", "this width", wholeNumber(280, 4000))
  .parse();
const options = command.opts<{
  out: string;
  only?: string[];
  theme?: (typeof themes)[number];
  width?: number;
}>();
const out = resolve(options.out);
const widths = options.width === undefined ? [1360, 820, 380] : [options.width];
const shownThemes = options.theme === undefined ? themes : [options.theme];

// Imported late, since it loads the whole program.
const { fillFolder, shownMoment } = await import("../tests/screens/fill-folder.ts");
const { fillShared } = await import("../tests/screens/fill-shared.ts");
const { listScreens, showScreen } = await import("../tests/screens/screen-list.ts");

await using resources = new AsyncDisposableStack();
const folder = mkdtempSync(join(tmpdir(), "tidemark-screens-"));
resources.defer(() => rmSync(folder, { recursive: true, force: true }));
const room = (name: string): string => {
  const dir = join(folder, name);
  mkdirSync(dir);
  return dir;
};
const nowMs = shownMoment();
const full = room("full");
const notebook = resolve(import.meta.dirname, "../../shared/data/notebook.jsonl");
const screens = Object.entries(listScreens(await fillFolder(full, notebook, nowMs)));
const unknown = options.only?.filter((name) => !screens.some(([known]) => known === name)) ?? [];
if (unknown.length > 0) command.error(`error: no screen is named ${unknown.join(", ")}`);
const asked = screens.filter(([name]) => options.only?.includes(name) ?? true);

mkdirSync(out, { recursive: true });
const folders: Partial<Record<ScreenDevice, string>> = { full, empty: room("empty") };
if (asked.some(([, { device = "full" }]) => !(device in folders))) {
  Object.assign(folders, resources.use(await fillShared(room("others"), nowMs)));
}
const { args, ...launch } = chromiumLaunchOptions();
// A fake microphone that beeps.
const microphone = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
const browser = resources.use(await chromium.launch({ ...launch, args: [...args, ...microphone] }));
const drawn: string[] = [];
const apps = new Map<string, RunningProgram>();
for (const width of widths) {
  for (const [name, dir] of Object.entries(folders)) {
    const own = asked.filter(([, { device = "full" }]) => device === name);
    if (own.length === 0) continue;
    const app = apps.get(name) ?? resources.use(await startApp(dir));
    apps.set(name, app);
    await drawWidth(app, width, own);
  }
}
writeFileSync(
  join(out, "index.html"),
  contactSheet(
    asked.map(([name]) => name),
    drawn,
  ),
);
console.log(`${drawn.length} pictures: ${join(out, "index.html")}`);

async function drawWidth(
  app: RunningProgram,
  width: number,
  own: readonly [string, Screen][],
): Promise<void> {
  const context = await openContext(browser, width);
  try {
    const page = await context.newPage();
    await page.clock.setFixedTime(nowMs);
    await page.goto(await unusedAddress(app.url));
    await page.locator("main").first().waitFor();
    for (const colorScheme of shownThemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const [name, screen] of own) {
        const file = `${name}-${colorScheme}-${width}.png`;
        try {
          await draw(page, new URL(app.url).origin, screen, join(out, file));
          drawn.push(file);
        } catch (error) {
          console.error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
          process.exitCode = 1;
        }
      }
    }
  } finally {
    await context.close();
  }
}

function openContext(opened: Browser, width: number): Promise<BrowserContext> {
  const isPhone = width < 720;
  return opened.newContext({
    viewport: { width, height: heights[width] ?? 900 },
    hasTouch: isPhone,
    isMobile: isPhone,
    // Large enough to judge the widest screens, while keeping the files small.
    deviceScaleFactor: 1,
    locale: "en-GB",
    timezoneId: "UTC",
  });
}

async function draw(page: Page, origin: string, screen: Screen, path: string): Promise<void> {
  page.setDefaultTimeout(8_000);
  await showScreen(page, origin, screen);
  await page.screenshot({ path, caret: "initial" });
  await screen.undo?.(page);
}
