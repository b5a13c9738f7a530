import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { corpusNeedles, corpusTags } from "../corpus.ts";
import type { BenchCase, Unit } from "../measure.ts";
import { sharedRun } from "../shared-run.ts";
import type { Suite } from "../suite.ts";
import { type AppPage, openAppPage } from "../ui/app-page.ts";

// Waits of a person: the page in headless Chromium over the app's host, with 100,000 memos. Measured from the
// event to the frame that shows its effect. The machine draws in software, so frames show how busy the page
// is rather than how smooth it would be with a graphics card.

/** Frames longer than this count as dropped; the excess over 16.7 ms allows for the clock. */
const lateMs = 17.5;
const taskName = "Before the tide turns";

export const ui: Suite = {
  name: "ui",
  async open(corpora) {
    await using opening = new AsyncDisposableStack();
    const app = opening.use(await openAppPage(corpora));
    const { page } = app;
    const scrolls = {
      slow: sharedRun(() => scroll(app, 60)),
      fast: sharedRun(() => scroll(app, 400)),
    };
    const backs = sharedRun(() => goBack(page));
    const starts = [app.startSeconds];
    let firstView: number | undefined;
    const held = opening.move();
    return {
      cases: [
        one("start: from the command to the first memo painted", "s", 1.5, async () => {
          const known = starts.pop();
          if (known !== undefined) return known;
          await using again = await openAppPage(corpora);
          return again.startSeconds;
        }),
        many("a key: the page's own work", 4, () => keyWork(app)),
        many("a key, painted", 34, () => key(page)),
        many("a key of a search: the rows painted", 50, () => searchKey(page)),
        // First round only: the first view after the start can't be repeated.
        one("another view, the first after the start", "ms", 150, async () => {
          return (firstView ??= await switchView(page));
        }),
        many("another view: its first memos painted", 100, () => switchView(page), 40),
        many("Ctrl+Enter: the card painted", 50, () => save(page), 40),
        many("a task ticked, painted", 50, () => tick(page), 40),
        many("the settings opened", 100, () => openSettings(page), 20),
        many("the palette opened", 50, () => openPalette(page), 20),
        many("a key in the palette, its rows painted", 50, () => paletteKey(page), 40),
        many("back from a memo's page", 100, async () => (await backs("time")).ms, 20),
        one("back from a memo's page: off by", "px", 2, async () => (await backs("off")).off, 20),
        one("60 px a frame: late frames", "%", 1, async () => (await scrolls.slow("late")).late),
        one("400 px a frame: late frames", "%", 8, async () => (await scrolls.fast("late")).late),
        one("400 px a frame: frames in a row without a memo", "n", 1, async () => {
          return (await scrolls.fast("blank")).longestBlank;
        }),
        wheelUp(page),
        one("heap of the page at rest", "MB", 90, () => heap(app)),
        one("longest task in all of that", "ms", 50, () =>
          page.evaluate(() => window.probe.longestTask()),
        ),
      ],
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    };
  },
};

function one(
  label: string,
  unit: Unit,
  goal: number,
  sample: () => Promise<number>,
  samples = 1,
): BenchCase {
  return { label, unit, goal, samples, warmUps: 0, sample };
}

function many(
  label: string,
  goal: number,
  sample: () => Promise<number>,
  samples = 100,
): BenchCase {
  return { label, unit: "ms", goal, goalOf: "p95", samples, warmUps: 3, sample };
}

const composer = (page: Page) => page.getByRole("textbox", { name: "New memo" });

async function toTop(page: Page): Promise<void> {
  await endFinding(page);
  await page.evaluate(async () => {
    document.querySelector("[data-scroller]")?.scrollTo(0, 0);
    await window.probe.painted();
  });
}

/** Waits until the page has begun its earlier tasks: it runs them in order. */
async function isWaitedFor(page: Page): Promise<void> {
  await page.evaluate(() => undefined);
  await wait(30);
}

async function beginToType(page: Page): Promise<void> {
  await endFinding(page);
  if (await composer(page).evaluate((field) => field.contains(document.activeElement))) return;
  await toTop(page);
  await composer(page).click();
  await page.locator(".composer .cm-content").waitFor();
}

async function key(page: Page): Promise<number> {
  await beginToType(page);
  const before = await composer(page).textContent();
  const painted = page.evaluate(
    (text) =>
      window.probe.next(
        "keydown",
        () => document.querySelector(".composer .cm-content")?.textContent !== text,
      ),
    before,
  );
  await isWaitedFor(page);
  await page.keyboard.press("x");
  return painted;
}

/** Types the next letter of a search word, from the second on: single letters aren't marked. */
export async function searchKey(page: Page): Promise<number> {
  const word = corpusNeedles.often;
  const field = page.getByRole("searchbox");
  const before = await field.inputValue();
  const typed = before === "" || before.length >= word.length ? word.slice(0, 1) : before;
  if (typed !== before) {
    await field.fill(typed);
    await wait(300);
  }
  const next = word.slice(0, typed.length + 1);
  const painted = page.evaluate(
    (marked) =>
      window.probe.next(
        "keydown",
        () =>
          document.querySelector("[data-memo] mark")?.textContent.toLowerCase() === marked &&
          document.querySelector<HTMLInputElement>("input[type=search]")?.value === marked,
      ),
    next,
  );
  await isWaitedFor(page);
  await field.press(next.slice(-1));
  const ms = await painted;
  if (next === word) await endFinding(page);
  return ms;
}

/** Clears the search, which hides the composer, and closes the palette, which covers the page. */
async function endFinding(page: Page): Promise<void> {
  const palette = page.getByRole("dialog", { name: "Go to" });
  if (await palette.isVisible()) await page.keyboard.press("Escape");
  await palette.waitFor({ state: "detached" });
  const field = page.getByRole("searchbox");
  if ((await field.inputValue()) === "") return;
  await field.fill("");
  await composer(page).waitFor();
  await page.locator(".search-hit").first().waitFor({ state: "detached" });
  await wait(300);
}

/** Measures a switch from the timeline to a tag in the sidebar, until its first memo is shown. */
export async function switchView(page: Page): Promise<number> {
  // The rows rendered outside the viewport differ each time.
  await toTop(page);
  const sidebar = page.getByRole("navigation", { name: "Main" });
  const first = page.getByRole("feed", { name: "Memos" }).getByRole("article").first();
  const before = await first.getAttribute("id");
  const painted = page.evaluate(
    (id) =>
      window.probe.next("click", () => {
        const shown = document.querySelector("[role=feed] article");
        return shown !== null && shown.id !== id;
      }),
    before,
  );
  await isWaitedFor(page);
  await sidebar.getByRole("treeitem", { name: corpusTags.some, exact: true }).click();
  const ms = await painted;
  await sidebar.getByRole("link", { name: "Timeline" }).click();
  await page.locator(`[role=feed] article[id="${before}"]`).waitFor();
  await wait(100);
  return ms;
}

/** Measures script, style and layout time from one key to shortly after it, including the draft. */
async function keyWork({ page, devtools }: AppPage): Promise<number> {
  await beginToType(page);
  const before = await spent(devtools);
  await page.keyboard.press("x");
  await wait(60);
  return (await spent(devtools)) - before;
}

async function spent(devtools: AppPage["devtools"]): Promise<number> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  const names = ["ScriptDuration", "LayoutDuration", "RecalcStyleDuration"];
  return metrics
    .filter(({ name }) => names.includes(name))
    .reduce((sum, { value }) => sum + value * 1000, 0);
}

let saved = 0;

export async function save(page: Page): Promise<number> {
  await beginToType(page);
  await page.keyboard.press("Control+a");
  const words = `Saved as number ${(saved += 1)} of the bench.`;
  await page.keyboard.insertText(words);
  const painted = page.evaluate(
    (text) =>
      window.probe.next("keydown", () =>
        [...document.querySelectorAll("[role=feed] article")].some((card) =>
          card.textContent.includes(text),
        ),
      ),
    words,
  );
  await isWaitedFor(page);
  await page.keyboard.press("Control+Enter");
  const ms = await painted;
  await wait(100);
  return ms;
}

async function tick(page: Page): Promise<number> {
  const card = page.getByRole("article").filter({ hasText: taskName }).first();
  const box = card.getByRole("checkbox").first();
  if (!(await box.isVisible())) await writeTask(page);
  const wanted = !(await box.isChecked());
  const painted = page.evaluate(
    ([name, isWanted]) =>
      window.probe.next("click", () => {
        const now = [...document.querySelectorAll("[role=feed] article")]
          .find((each) => each.textContent.includes(name))
          ?.querySelector<HTMLInputElement>("input[type=checkbox]");
        return now?.checked === isWanted;
      }),
    [taskName, wanted] as const,
  );
  await isWaitedFor(page);
  await box.click();
  const ms = await painted;
  await wait(100);
  return ms;
}

async function writeTask(page: Page): Promise<void> {
  await beginToType(page);
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(`${taskName}\n\n- [ ] cast off`);
  await page.keyboard.press("Control+Enter");
  await page.getByRole("article").filter({ hasText: taskName }).first().waitFor();
}

async function openSettings(page: Page): Promise<number> {
  const painted = page.evaluate(() =>
    window.probe.next("keydown", () => document.querySelector("[data-settings]") !== null),
  );
  await isWaitedFor(page);
  await page.keyboard.press("Control+,");
  const ms = await painted;
  await page.keyboard.press("Escape");
  await page.locator("[data-settings]").waitFor({ state: "detached" });
  await page.getByRole("article").first().waitFor();
  return ms;
}

async function openPalette(page: Page): Promise<number> {
  const painted = page.evaluate(() =>
    window.probe.next("keydown", () => document.querySelector("[role=option]") !== null),
  );
  await isWaitedFor(page);
  await page.keyboard.press("Control+p");
  const ms = await painted;
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  return ms;
}

/** Types a word of the corpus letter by letter, each until the list changes. */
async function paletteKey(page: Page): Promise<number> {
  const field = page.getByRole("combobox", { name: "Go to a memo" });
  if (!(await field.isVisible())) await page.keyboard.press("Control+p");
  const typed = await field.inputValue();
  const word = "harbour";
  if (typed.length === word.length) {
    await page.keyboard.press("Escape");
    await field.waitFor({ state: "detached" });
    return paletteKey(page);
  }
  const painted = page.evaluate(
    (words) =>
      window.probe.next(
        "keydown",
        () => document.querySelector("[data-found]")?.getAttribute("data-found") === words,
      ),
    word.slice(0, typed.length + 1),
  );
  await isWaitedFor(page);
  await page.keyboard.press(word.charAt(typed.length));
  return painted;
}

/** Opens a memo's page from the middle of the list and goes back. */
async function goBack(page: Page): Promise<{ readonly ms: number; readonly off: number }> {
  await endFinding(page);
  const before = await page.evaluate(async () => {
    const scroller = document.querySelector("[data-scroller]");
    if (scroller === null) throw new Error("there is no list");
    scroller.scrollTop = 3000;
    for (let n = 0; n < 10; n += 1) await window.probe.painted();
    const card = [...document.querySelectorAll<HTMLElement>("[role=feed] article")].find(
      (each) => each.getBoundingClientRect().top > 100,
    );
    if (card === undefined) throw new Error("no memo is in view");
    card.focus({ preventScroll: true });
    return { id: card.id, top: card.getBoundingClientRect().top };
  });
  await page.keyboard.press("Enter");
  await page.getByRole("feed", { name: "Memos" }).waitFor({ state: "detached" });
  await wait(200);
  return page.evaluate(async ({ id, top }) => {
    const startMs = performance.now();
    history.back();
    let card: Element | null = null;
    while ((card = document.querySelector(`[role=feed] #${CSS.escape(id)}`)) === null) {
      await new Promise(requestAnimationFrame);
    }
    const ms = (await window.probe.painted()) - startMs;
    return { ms, off: Math.abs(card.getBoundingClientRect().top - top) };
  }, before);
}

async function scroll(
  { page }: AppPage,
  pixels: number,
): Promise<{ readonly late: number; readonly longestBlank: number }> {
  await toTop(page);
  await wait(300);
  const { frames, longestBlank } = await page.evaluate(
    ([step, count]) => window.probe.scroll(step, count),
    [pixels, 300] as const,
  );
  const late = frames.filter((ms) => ms > lateMs).length;
  return { late: (100 * late) / frames.length, longestBlank };
}

/** Measures how far the visible rows jump when rows above them are measured for the first time. */
function wheelUp(page: Page): BenchCase {
  const step = 50;
  let left = 0;
  return {
    label: "wheel up into unmeasured rows: off by",
    unit: "px",
    goal: 1,
    goalOf: "p95",
    samples: 100,
    warmUps: 0,
    async sample() {
      if (left === 0) {
        await jumpDown(page);
        left = 50;
      }
      left -= 1;
      const before = await inTheMiddle(page);
      await page.mouse.wheel(0, -step);
      return page.evaluate(
        async ({ id, top, moved }) => {
          for (let n = 0; n < 3; n += 1) await window.probe.painted();
          const now = document.getElementById(id)?.getBoundingClientRect().top;
          return now === undefined ? Number.POSITIVE_INFINITY : Math.abs(now - top - moved);
        },
        { ...before, moved: step },
      );
    },
  };
}

/** Jumps down past some hundred rows that were never rendered. */
async function jumpDown(page: Page): Promise<void> {
  await toTop(page);
  await page.mouse.move(640, 400);
  await page.evaluate(async () => {
    const scroller = document.querySelector("[data-scroller]");
    for (let n = 0; n < 8; n += 1) {
      scroller?.scrollTo(0, scroller.scrollHeight);
      for (let frames = 0; frames < 12; frames += 1) await window.probe.painted();
    }
  });
}

async function inTheMiddle(page: Page): Promise<{ readonly id: string; readonly top: number }> {
  return page.evaluate(() => {
    const cards = [...document.querySelectorAll("[role=feed] article")];
    const card = cards.find((each) => each.getBoundingClientRect().bottom > 350);
    if (card === undefined) throw new Error("no memo is in view");
    return { id: card.id, top: card.getBoundingClientRect().top };
  });
}

async function heap({ page, devtools }: AppPage): Promise<number> {
  await toTop(page);
  await wait(1000);
  await devtools.send("HeapProfiler.collectGarbage");
  const { metrics } = await devtools.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN) / 1e6;
}
