import { type Browser, chromium, type Locator, type Page } from "@playwright/test";
import { hand } from "../../../tests/browser/hand-files.ts";
import { hostApps } from "../../../tests/browser/hosted-apps.ts";
import { type AppClient, openRouter } from "../../../tests/system/app-router.ts";
import { type DevicePage, openDevice } from "../../../tests/system/device-page.ts";
import { chromiumLaunchOptions } from "../../chromium.ts";
import type { Seen } from "../read-cases.ts";
import type { AppCase, AppCaseOf } from "./app-case.ts";

type BrowserKind = "search" | "palette" | "library" | "tags" | "paste" | "keys";
export type BrowserCase = AppCaseOf<BrowserKind>;

/** Longest wait for a result, in ms. A busy machine loads parts of the page slowly. */
const withinMs = 20_000;

interface OpenApp {
  readonly device: DevicePage;
  readonly page: Page;
  readonly router: AppClient;
}

export function isBrowserCase(each: AppCase): each is BrowserCase {
  return ["search", "palette", "library", "tags", "paste", "keys"].includes(each.kind);
}

/** Launches the Chromium of the tests. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch(chromiumLaunchOptions());
}

/** Runs cases in the app in Chromium, each on an empty data folder. */
export async function runBrowserCases(
  cases: readonly BrowserCase[],
  report: (id: string, seen: Seen) => void,
): Promise<void> {
  await using hosted = hostApps();
  await using browser = await launchChromium();
  for (const each of cases) {
    const { url } = await hosted.next();
    const router = await openRouter(url);
    await using device = await openDevice(browser, url);
    const seen = await runCase({ device, page: device.page, router }, each).catch(String);
    report(each.id, seen);
  }
}

function runCase(app: OpenApp, each: BrowserCase): Promise<Seen> {
  if (each.kind === "tags") return findTags(app, each);
  if (each.kind === "paste") return paste(app, each);
  if (each.kind === "keys") return press(app, each);
  return find(app, each as AppCaseOf<"search" | "palette" | "library">);
}

async function find(
  { device, page, router }: OpenApp,
  { kind, content, filename, query, expect }: AppCaseOf<"search" | "palette" | "library">,
): Promise<Seen> {
  const isFile = kind === "library";
  if (isFile) {
    await hand(page.getByRole("textbox", { name: "New memo" }), "paste", {
      name: filename,
      mimeType: "application/octet-stream",
      buffer: Buffer.from("x"),
    });
    await device.write("a file");
    await page.getByRole("link", { name: "Library" }).click();
  } else await router.memos.create.mutate({ content });
  const other = "zebrafinch";
  await router.memos.create.mutate({ content: other });

  const fields: Record<typeof kind, Locator> = {
    search: page.getByRole("searchbox", { name: "Search memos" }),
    palette: page.getByRole("combobox", { name: "Go to a memo" }),
    library: page.getByRole("searchbox", { name: "Search file names" }),
  };
  const rows: Record<typeof kind, Locator> = {
    search: page.getByRole("feed", { name: "Memos" }).getByRole("article"),
    palette: page.locator(".palette-row"),
    library: page.getByRole("main"),
  };
  // The page learns of the memos from an event; a search by itself must not depend on that.
  if (!isFile) await rows.search.filter({ hasText: other }).waitFor({ timeout: withinMs });
  if (kind === "palette") await page.keyboard.press("Control+p");
  await fields[kind].fill(query);

  const shown = (isFile ? filename : content).replace(/^# /, "");
  const isFound = await until(async () => {
    // Snippets have plain blanks.
    const texts = (await rows[kind].allTextContents()).map(withPlainBlanks);
    return (
      texts.some((text) => text.includes(withPlainBlanks(shown))) &&
      !texts.some((t) => t.includes(other))
    );
  });
  if (isFound === expect.found) return null;
  return `${expect.found ? "not found" : "found"}: ${(await rows[kind].allTextContents()).join(" | ")}`;
}

async function findTags(
  { page, router }: OpenApp,
  { contents, expect }: AppCaseOf<"tags">,
): Promise<Seen> {
  for (const content of contents) await router.memos.create.mutate({ content });
  const rows = page.getByRole("treeitem");
  const expected = Object.entries(expect.tags).map(([tag, count]) => `${tag}${count}`);
  const shown = async (): Promise<string[]> =>
    rows.evaluateAll((items) =>
      items.map((item) => {
        const count = item.querySelector("[data-count]")?.getAttribute("data-count") ?? "";
        return `${item.textContent.normalize()}${count}`;
      }),
    );
  const isRight = await until(async () => {
    const texts = await shown();
    return expected.every((tag) => texts.filter((text) => text === tag.normalize()).length === 1);
  });
  return isRight ? null : `the tags are ${(await shown()).join(" ")}`;
}

async function paste(
  { page, router }: OpenApp,
  { html, plain, expect }: AppCaseOf<"paste">,
): Promise<Seen> {
  const composer = page.getByRole("textbox", { name: "New memo" });
  await composer.click();
  await page.locator(".cm-content").first().waitFor();
  await composer.evaluate(
    (element, [rich = "", text = ""]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/html", rich);
      clipboardData.setData("text/plain", text);
      element.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
      );
    },
    [html, plain],
  );
  // An empty editor shows a placeholder, which is text of its element too.
  await until(async () => (await composer.locator(".cm-placeholder").count()) === 0);
  const said = (await page.getByRole("status").allTextContents()).join(" ");
  await page.keyboard.press("Control+Enter");
  const list = () => router.memos.list.query({});
  await until(async () => (await list()).memos.length > 0);
  const memo = (await list()).memos[0];
  if (memo === undefined) return "nothing was saved";
  const { content } = memo;
  const checks = [
    ...expect.has.filter((part) => !content.includes(part)).map((part) => `lacks ${part}`),
    ...expect.lacks.filter((part) => content.includes(part)).map((part) => `has ${part}`),
    expect.oneOf !== undefined && !expect.oneOf.includes(content) ? "differs" : "",
    expect.matches !== undefined && !new RegExp(expect.matches, "m").test(content) ? "differs" : "",
    // The only expectation in words is about an image within the page.
    expect.words !== undefined && memo.attachments.length === 0 && !/image|picture/i.test(said)
      ? "the image is neither attached nor mentioned"
      : "",
  ].filter((wrong) => wrong !== "");
  return checks.length === 0 ? null : `${checks.join(", ")}: ${JSON.stringify(content)}`;
}

async function press(
  { page, router }: OpenApp,
  { press: pressed, place, expect }: AppCaseOf<"keys">,
): Promise<Seen> {
  const feed = page.getByRole("feed", { name: "Memos" }).getByRole("article");
  for (const content of ["the oldest", "the older", "the newest"]) {
    await router.memos.create.mutate({ content });
  }
  if (place.includes("view")) {
    await router.views.create.mutate({ title: "First", filter: "pinned", icon: null });
    await page.getByRole("link", { name: "First" }).waitFor();
  }
  await feed.nth(2).waitFor();
  if (place.includes("memo's page")) {
    await feed.first().focus();
    await page.keyboard.press("Enter");
    await page.getByRole("article").filter({ hasText: "the newest" }).waitFor();
  }
  // A page begins with the focus in the composer, which some keys are expected to reach.
  else await page.getByRole("heading", { name: "Timeline" }).click();
  const keyboard = await page.context().newCDPSession(page);
  const { key, code, keyCode, ctrl, alt, shift } = pressed;
  await keyboard.send("Input.dispatchKeyEvent", {
    type: "rawKeyDown",
    key,
    code,
    windowsVirtualKeyCode: keyCode,
    modifiers: (alt ? 1 : 0) + (ctrl ? 2 : 0) + (shift ? 8 : 0),
  });
  const isFocused = (locator: Locator) =>
    locator.evaluate((element) => element.contains(document.activeElement)).catch(() => false);
  const outcomes: Record<string, () => Promise<boolean>> = {
    "The palette opens.": () => page.getByRole("combobox", { name: "Go to a memo" }).isVisible(),
    "A memo is begun.": () => isFocused(page.getByRole("textbox", { name: "New memo" })),
    "The first view is shown.": () =>
      page.getByRole("link", { name: "First" }).and(page.locator("[aria-current]")).isVisible(),
    "The older memo is shown.": () =>
      page.getByRole("main").getByRole("paragraph").getByText("the older").isVisible(),
    "The search has the focus.": () => isFocused(page.getByRole("searchbox")),
    "The settings open.": () =>
      page.getByRole("searchbox", { name: "Search settings" }).isVisible(),
    "The first memo has the focus.": () => isFocused(feed.first()),
  };
  const outcome = outcomes[expect.words];
  if (outcome === undefined) return `not judged: ${expect.words}`;
  return (await until(outcome)) ? null : `not so: ${expect.words}`;
}

function withPlainBlanks(text: string): string {
  return text.replaceAll(/\s/g, " ");
}

/** Waits until a condition holds, for at most `withinMs`. */
export async function until(holds: () => Promise<boolean>): Promise<boolean> {
  const endMs = Date.now() + withinMs;
  while (Date.now() < endMs) {
    if (await holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}
