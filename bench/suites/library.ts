import { setImmediate, setTimeout as wait } from "node:timers/promises";
import type { AppError, Result } from "@tidemark/core";
import type { LibraryKind, LibraryPage } from "@tidemark/core/router";
import { openHost } from "../../apps/desktop/src/host/open-host.ts";
import type { Corpora } from "../corpus-file.ts";
import { fillLibrary, libraryFiles } from "../library-files.ts";
import { type BenchCase, timed, type Unit } from "../measure.ts";
import { sharedRun } from "../shared-run.ts";
import type { Suite } from "../suite.ts";
import { type AppPage, openAppPage } from "../ui/app-page.ts";

// The library of a user with 20,000 files among 100,000 memos: the host's response times, and how long the
// host is blocked meanwhile; then the page in headless Chromium, from opening it to its last row.

const pageSize = 100;
const goalMs = 50;

export const library: Suite = {
  name: "library",
  async open(corpora) {
    await using opening = new AsyncDisposableStack();
    const host = opening.use(await openLibraryHost(corpora));
    const page = opening.use(await openAppPage(corpora, fillLibrary));
    const last = await host.lastPage("media");
    const loaded = sharedRun(() => loadAll(page));
    const held = opening.move();
    return {
      cases: [
        ...(["media", "audio", "documents", "unused"] as const).flatMap((kind) =>
          (["time", "size"] as const).map((order) =>
            timed(`${kind} by ${order}: first page`, goalMs, () => host.list({ kind, order })),
          ),
        ),
        timed("media by time: last page", goalMs, () => host.list({ cursor: last })),
        timed("a name of most pictures", goalMs, () => host.list({ name: "img_" })),
        timed("a name of eleven pictures", goalMs, () => host.list({ name: "img_0123" })),
        timed("a name of none", goalMs, () => host.list({ name: "zeppelin" })),
        timed("a name of no unused file", goalMs, () =>
          host.list({ kind: "unused", name: "zeppelin" }),
        ),
        timed("sizes", goalMs, () => host.sizes()),
        longestTurn("sizes: the host answers nothing else for", () => host.sizes()),
        longestTurn("unused: the host answers nothing else for", () =>
          host.list({ kind: "unused" }),
        ),
        longestTurn("a name of none: the host answers nothing else for", () =>
          host.list({ name: "zeppelin" }),
        ),
        one("opened: its first pictures painted", "ms", 150, () => openIt(page), 10),
        one("to the last row: all of it", "s", null, async () => (await loaded("s")).seconds),
        one("to the last row: longest task", "ms", goalMs, async () => (await loaded("t")).task),
        one("to the last row: heap", "MB", null, async () => (await loaded("heap")).heap),
        one(
          "all loaded, a memo changes: read again in",
          "ms",
          null,
          async () => (await loaded("again")).again,
        ),
        one(
          "all loaded, a memo changes: longest task",
          "ms",
          goalMs,
          async () => (await loaded("againTask")).againTask,
        ),
        one("all loaded, order changed: painted", "ms", 150, async () => (await loaded("o")).order),
      ],
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    };
  },
};

function one(
  label: string,
  unit: Unit,
  goal: number | null,
  sample: () => Promise<number>,
  samples = 1,
): BenchCase {
  return { label, unit, goal, samples, warmUps: 0, rounds: samples === 1 ? 1 : 3, sample };
}

/** Measures the longest time for which a call blocks the host's thread. */
function longestTurn(label: string, work: () => Promise<unknown>): BenchCase {
  const sample = async (): Promise<number> => {
    let longest = 0;
    let isOver = false;
    const watch = (async () => {
      let before = performance.now();
      while (!isOver) {
        await setImmediate();
        const now = performance.now();
        longest = Math.max(longest, now - before);
        before = now;
      }
    })();
    await work();
    isOver = true;
    await watch;
    return longest;
  };
  return { label, unit: "ms", goal: goalMs, samples: 50, warmUps: 5, sample };
}

interface Asked {
  readonly kind?: LibraryKind;
  readonly order?: "time" | "size";
  readonly name?: string;
  readonly cursor?: string | null;
}

async function openLibraryHost(corpora: Corpora) {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await corpora.copy("one-owner"));
  await fillLibrary(folder, corpora.size);
  const host = await openHost({ dir: folder.path });
  opening.defer(() => host.close());
  const list = async (asked: Asked): Promise<LibraryPage> => {
    const { kind = "media", order = "time", name = "", cursor = null } = asked;
    return must(await host.app.library.list({ kind, order, name, pageSize, cursor }));
  };
  const sizes = await host.app.library.sizes();
  const count = sizes.media.count + sizes.audio.count + sizes.documents.count;
  if (count !== libraryFiles) throw new Error(`there are ${count} files`);
  const held = opening.move();
  return {
    list,
    sizes: () => host.app.library.sizes(),
    /** Returns the cursor of a kind's last page. */
    async lastPage(kind: LibraryKind): Promise<string | null> {
      let cursor: string | null = null;
      for (;;) {
        const { nextCursor }: LibraryPage = await list({ kind, cursor });
        if (nextCursor === null) return cursor;
        cursor = nextCursor;
      }
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

function must<T>(result: Result<T, AppError>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** Measures the time from the click in the sidebar until every visible picture is drawn. */
async function openIt({ page }: AppPage): Promise<number> {
  const sidebar = page.getByRole("navigation", { name: "Main" });
  await sidebar.getByRole("link", { name: "Timeline" }).click();
  await page.getByRole("feed", { name: "Memos" }).getByRole("article").first().waitFor();
  await wait(200);
  const painted = page.evaluate(() =>
    window.probe.next("click", () => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>(".library-square img")];
      const inSight = pictures.filter((each) => each.getBoundingClientRect().top < innerHeight);
      return inSight.length > 0 && inSight.every(({ complete }) => complete);
    }),
  );
  await page.evaluate(() => undefined);
  await wait(30);
  await sidebar.getByRole("link", { name: "Library" }).click();
  return painted;
}

interface Loaded {
  readonly seconds: number;
  readonly task: number;
  readonly heap: number;
  readonly again: number;
  readonly againTask: number;
  readonly order: number;
}

/** Loads all pictures and videos page by page, then saves a memo in another window, and changes the order. */
async function loadAll(app: AppPage): Promise<Loaded> {
  const { page, devtools } = app;
  await openIt(app);
  await page.evaluate(() => window.probe.longestTask());
  const startMs = performance.now();
  await page.evaluate(async () => {
    const scroller = document.querySelector("[data-scroller]");
    if (scroller === null) throw new Error("there is no list");
    for (let still = 0; still < 60;) {
      const before = scroller.scrollHeight;
      scroller.scrollTop = before;
      await window.probe.painted();
      still = scroller.scrollHeight === before ? still + 1 : 0;
    }
  });
  // The last second passed without new rows.
  const seconds = (performance.now() - startMs) / 1000 - 1;
  const task = await page.evaluate(() => window.probe.longestTask());
  await devtools.send("HeapProfiler.collectGarbage");
  const { metrics } = await devtools.send("Performance.getMetrics");
  const heap = (metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN) / 1e6;

  const again = await saveBeside(app);
  const againTask = await page.evaluate(() => window.probe.longestTask());
  const painted = page.evaluate(() => {
    const first = (): string | null | undefined =>
      document.querySelector("[data-memo-list] [role=group]")?.getAttribute("aria-label");
    const before = first();
    return window.probe.next("click", () => first() !== before && first() !== undefined);
  });
  await wait(30);
  await page
    .getByRole("group", { name: "Sort by" })
    .getByRole("button", { name: "Largest" })
    .click();
  const order = await painted;
  await page
    .getByRole("group", { name: "Sort by" })
    .getByRole("button", { name: "Newest" })
    .click();
  await wait(500);
  return { seconds, task, heap, again, againTask, order };
}

/**
 * Saves a task in another window, and returns how long the list is reloaded, in milliseconds; 0 if it isn't.
 * The number of open tasks shows that the page received the change.
 */
async function saveBeside({ page }: AppPage): Promise<number> {
  const other = await page.context().newPage();
  try {
    await other.goto(new URL("/", page.url()).href);
    const composer = other.getByRole("textbox", { name: "New memo" });
    await composer.click();
    await other.keyboard.insertText("- [ ] Saved beside the library");
    const busy = page.evaluate(async () => {
      const list = (): Element | null => document.querySelector("main [data-memo-list]");
      const tasks = (): string => document.querySelector("nav a .sidebar-count")?.textContent ?? "";
      const before = tasks();
      const startMs = performance.now();
      let heardMs = Number.POSITIVE_INFINITY;
      while (list()?.getAttribute("aria-busy") !== "true") {
        await window.probe.painted();
        const nowMs = performance.now();
        if (heardMs > nowMs && tasks() !== before) heardMs = nowMs;
        // The sizes, which may trigger a reload, arrive within a second.
        if (nowMs - heardMs > 1000) return 0;
        if (heardMs > nowMs && nowMs - startMs > 10_000) {
          throw new Error("the page has not heard of the change");
        }
      }
      const begunMs = performance.now();
      while (list()?.getAttribute("aria-busy") === "true") await window.probe.painted();
      return performance.now() - begunMs;
    });
    await other.keyboard.press("Control+Enter");
    return await busy;
  } finally {
    await other.close();
  }
}
