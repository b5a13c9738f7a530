import { hostname } from "node:os";
import { expect, type Browser, type Page } from "@playwright/test";
import { openRouter } from "../system/app-router.ts";
import { unusedAddress } from "../system/running-program.ts";
import { test as base } from "./file-app.ts";
import { shownTexts } from "./shown-texts.ts";

/** Memos in Greek, so that every Latin word on a screen comes from the app. */
const test = base.extend<{ readonly notes: null }>({
  notes: [
    async ({ app }, provide) => {
      const { memos } = await openRouter(app.url);
      if ((await memos.counts.query()).normal === 0) {
        await memos.create.mutate({ content: `Μακρύ κείμενο\n\n${"γραμμή\n\n".repeat(120)}` });
        const past = await memos.create.mutate({ content: "Παλιό κείμενο" });
        const patch = { content: "Κείμενο με παρελθόν #λιμάνι" };
        await memos.update.mutate({ id: past.id, patch });
        await memos.create.mutate({ content: "- [ ] γέμισε το ντεπόζιτο", visibility: "PUBLIC" });
        await memos.create.mutate({ content: "Καρφιτσωμένο", pinned: true });
        const archived = await memos.create.mutate({ content: "Αρχειοθετημένο" });
        await memos.update.mutate({ id: archived.id, patch: { state: "ARCHIVED" } });
        const trashed = await memos.create.mutate({ content: "Σβησμένο" });
        await memos.trash.mutate({ ids: [trashed.id] });
      }
      await provide(null);
    },
    { auto: true },
  ],
});

test.describe.configure({ mode: "default" });

async function open(browser: Browser, url: string, locale: string, query = ""): Promise<Page> {
  const page = await (await browser.newContext({ locale })).newPage();
  const address = new URL(await unusedAddress(url));
  address.search = query;
  await page.goto(address.href);
  await expect(page.getByRole("feed").getByRole("article").first()).toBeVisible();
  return page;
}

test("follows the system's language, and keeps a chosen one", async ({ app, browser }) => {
  const page = await open(browser, app.url, "de-AT");
  const html = page.locator("html");
  await expect(html).toHaveAttribute("lang", "de");
  await expect(html).toHaveAttribute("dir", "ltr");
  await expect(page).toHaveTitle("Zeitleiste · Tidemark");
  await expect(page.getByRole("navigation", { name: "Hauptnavigation" })).toBeVisible();

  await page.getByRole("button", { name: "Sprache: System" }).click();
  await page.getByRole("menuitemradio", { name: "日本語" }).click();
  await expect(page.getByRole("button", { name: "言語：日本語" })).toBeVisible();
  await expect(html).toHaveAttribute("lang", "ja");
  await expect(page).toHaveTitle("タイムライン · Tidemark");
  await page.reload();
  await expect(page.getByRole("button", { name: "新しいメモ" }).first()).toBeVisible();

  await page.getByRole("button", { name: "言語：日本語" }).click();
  await page.getByRole("menuitemradio", { name: "システム" }).click();
  await expect(html).toHaveAttribute("lang", "de");
  await page.context().close();
});

test("a system in Traditional Chinese isn't shown Simplified Chinese", async ({ app, browser }) => {
  const page = await open(browser, app.url, "zh-TW");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.context().close();
});

test("only the catalogue of the shown language is loaded", async ({ app, browser }) => {
  const page = await open(browser, app.url, "de-DE");
  const catalogues = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .flatMap(({ name }) => /\/(en|en-XA|de|ja|zh-Hans)-[^/]*\.js$/.exec(name)?.[1] ?? []),
    );
  expect(await catalogues()).toEqual(["de"]);
  await page.getByRole("button", { name: "Sprache: System" }).click();
  await page.getByRole("menuitemradio", { name: "中文" }).click();
  await expect(page.getByRole("button", { name: "语言：中文" })).toBeVisible();
  expect(await catalogues()).toEqual(["de", "zh-Hans"]);
  await page.context().close();
});

test("changing the language keeps unsaved text and its undo history", async ({ app, browser }) => {
  const page = await open(browser, app.url, "en-GB");
  await page.getByRole("textbox", { name: "New memo" }).click();
  await page.keyboard.type("Μισή πρόταση ");
  await page.getByRole("button", { name: "Language: System" }).click();
  await page.getByRole("menuitemradio", { name: "Deutsch" }).click();
  const composer = page.getByRole("textbox", { name: "Neue Notiz" });
  await expect(composer).toHaveText("Μισή πρόταση ");
  await composer.click();
  await page.keyboard.type("και η άλλη");
  await expect(composer).toHaveText("Μισή πρόταση και η άλλη");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect(composer).not.toContainText("άλλη");

  await page.getByRole("article").filter({ hasText: "Κείμενο με" }).focus();
  await page.keyboard.press("e");
  const editor = page.getByRole("textbox", { name: "Notiz bearbeiten" });
  await expect(editor).toBeFocused();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" ξανά");
  await page.getByRole("button", { name: "Sprache: Deutsch" }).click();
  await page.getByRole("menuitemradio", { name: "English" }).click();
  await expect(page.getByRole("textbox", { name: "Edit memo" })).toContainText("ξανά");
  await expect(editor).toBeHidden();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("article").filter({ hasText: "ξανά" })).toBeVisible();
  await page.context().close();
});

test("a page switched to a language has the same texts as one opened in it", async ({
  app,
  browser,
}) => {
  const begun = await open(browser, app.url, "de-DE");
  const changed = await open(browser, app.url, "en-GB");
  await changed.getByRole("button", { name: "Language: System" }).click();
  await changed.getByRole("menuitemradio", { name: "Deutsch" }).click();
  await expect(changed.locator("html")).toHaveAttribute("lang", "de");
  const own = ["[lang]:not(html)", "button:has(.lucide-languages)", "[aria-live]"];
  // Leaves out the language menu, whose choice differs, and times, which follow the system's format.
  const words = async (page: Page) => (await shownTexts(page, [...own, "time"])).sort();
  await expect.poll(() => words(changed)).toEqual(await words(begun));
  await begun.context().close();
  await changed.context().close();
});

/** Selectors of text outside the catalogue: user content, names, keys, and the output of `Intl`. */
const notOurs = [
  // Text of memos, in the list and in the editor, and of their versions.
  ".memo-body",
  ".cm-content",
  "[data-memo] time",
  "time",
  "ins, del",
  // Keys, commands, and language names, each in its own language.
  "kbd",
  ".setting-command",
  "[lang]:not(html)",
];

/** Matches Latin letters that remain in pseudo-localised sentences. */
const known = new RegExp(
  [
    // Output of `Intl` within sentences: English days, months and times.
    ...englishDates(),
    "\\b\\d+ [a-z]+\\.? ago\\b",
    // Search operators and addresses are the same in every language.
    "is:(?:pinned|ορθό)|has:open|has:link|after:7d",
    "https?://\\S*",
    // Keys in hints.
    "Ctrl(?:\\+\\w+)*",
    // The resource name of a user.
    "users/\\w+",
    // The device's default name is the host name.
    hostname().replaceAll(/[^\w]/g, "\\$&"),
    // Error details from core, in brackets after the translated sentence for the error code.
    "\\([^)]*\\.\\)$",
    // Units.
    "\\b\\d+ [kMGT]?B\\b",
  ].join("|"),
  "g",
);

function englishDates(): string[] {
  const written = (date: Date, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options }).format(date);
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1)));
  const days = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 5, day + 1)));
  return [
    ...months.map((date) => written(date, { month: "long" })),
    ...days.map((date) => written(date, { weekday: "long" })),
    ...months.map((date) => written(date, { month: "short" })),
    ...days.map((date) => written(date, { weekday: "short" })),
    "\\bat\\b",
  ];
}

/** Names of the settings sections in addresses. */
const settingsParts = [
  "account",
  "appearance",
  "editor",
  "timeline",
  "tags",
  "views",
  "shortcuts",
  "capture",
  "files",
  "sync",
  "privacy",
  "devices",
  "transfer",
  "backups",
  "language",
  "about",
];

/** Returns texts of a page that still contain Latin letters, so aren't from the catalogue. */
async function leftovers(page: Page): Promise<string[]> {
  const texts = await shownTexts(page, notOurs);
  return texts.filter((text) => /[A-Za-z]{2}/.test(text.replaceAll(known, "")));
}

test("no screen of the pseudo-locale has untranslated text", async ({ app, browser }) => {
  const page = await open(browser, app.url, "en-GB", "locale=pseudo");
  await expect(page.locator("html")).toHaveAttribute("lang", "en-XA");
  const article = (words: string) => page.getByRole("article").filter({ hasText: words });
  const goTo = async (hash: string): Promise<void> => {
    await page.evaluate((next) => (location.hash = next), `/${hash}`);
    await expect(page.getByRole("main")).toBeVisible();
  };
  const dialog = page.getByRole("dialog");
  const opener = (icon: string) => page.locator(`button:has(.lucide-${icon})`).first();
  const pill = page.locator("nav [data-sync-pill]");

  const screens: Record<string, () => Promise<unknown>> = {
    timeline: () => goTo(""),
    tasks: () => goTo("tasks"),
    archive: () => goTo("archive"),
    trash: () => goTo("trash"),
    "a tag": () => goTo("?tag=λιμάνι"),
    "nothing found": () => goTo("?q=ηφαίστειο"),
    "nothing of a tag found": () => goTo("?q=ηφαίστειο&tag=λιμάνι"),
    "a search that finds": () => goTo("?q=κείμενο"),
    "what a search offers": async () => {
      await goTo("");
      await page.getByRole("searchbox").focus();
      await expect(page.getByRole("button", { name: "is:pinned" })).toBeVisible();
    },
    "a search with a misspelt operator": async () => {
      await goTo("?q=κείμενο%20-is:ορθό");
      await expect(page.getByRole("searchbox")).toHaveAccessibleDescription(/is:pinned/);
    },
    "a list that is empty": () => goTo("tasks?q=ηφαίστειο"),
    "a menu of a memo": async () => {
      await goTo("");
      await article("Κείμενο με").hover();
      await article("Κείμενο με").locator("button:has(.lucide-ellipsis)").click();
      await expect(page.getByRole("menu")).toBeVisible();
    },
    "an editor": async () => {
      await article("Κείμενο με").focus();
      await page.keyboard.press("e");
      await expect(page.locator("[data-memo] .cm-content")).toBeFocused();
      await page.keyboard.type("ι");
    },
    "a message": async () => {
      await article("Καρφιτσωμένο").focus();
      await page.keyboard.press("a");
      await expect(page.getByRole("status").first()).toBeVisible();
    },
    "a composer with words": async () => {
      await goTo("");
      await page.locator("#composer").getByRole("textbox").click();
      await page.keyboard.type("μισό #λι");
      await expect(page.getByRole("listbox")).toBeVisible();
    },
    "who may read": async () => {
      await page.getByRole("combobox").first().click();
      await expect(page.getByRole("listbox")).toBeVisible();
    },
    history: async () => {
      await article("Κείμενο με").hover();
      await article("Κείμενο με").locator("button:has(.lucide-ellipsis)").click();
      await page.getByRole("menuitem", { name: "Ĥĩśţōŕŷ" }).click();
      await expect(dialog).toBeVisible();
    },
    "the question before a deletion": async () => {
      await goTo("trash");
      await article("Σβησμένο").focus();
      await page.keyboard.press("Delete");
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
    "the sheet of keys": async () => {
      await goTo("");
      await page.keyboard.press("Control+/");
      await expect(dialog).toBeVisible();
    },
    "a date": async () => {
      await article("Κείμενο με").focus();
      await page.keyboard.press("g");
      await page.keyboard.press("d");
      await expect(dialog).toBeVisible();
    },
    themes: async () => {
      await opener("monitor").click();
      await expect(page.getByRole("menu")).toBeVisible();
    },
    languages: async () => {
      await opener("languages").click();
      await expect(page.getByRole("menu")).toBeVisible();
    },
    "the sync panel": async () => {
      await pill.click();
      await expect(dialog).toBeVisible();
    },
    "to connect": async () => {
      await pill.click();
      await dialog.locator("button").last().click();
      await expect(dialog.getByRole("textbox").first()).toBeVisible();
      await dialog.getByRole("textbox").first().fill("λάθος διεύθυνση");
      await dialog.getByRole("textbox").nth(1).fill("ι");
      await dialog.getByRole("textbox").nth(2).fill("ι");
      await dialog.locator("button[type=submit]").click();
    },
    "the safety sheet": async () => {
      await pill.click();
      await dialog.locator("button").first().click();
      await expect(dialog.getByRole("list")).toBeVisible();
    },
    "the sync's log": async () => {
      await pill.click();
      await dialog.locator("button").nth(1).click();
      await expect(dialog.getByRole("tab").first()).toBeVisible();
    },
    ...Object.fromEntries(
      ["waiting", "refused", "log", "devices", "storage"].map((name, index) => [
        `the part of the sync's details: ${name}`,
        async () => {
          await pill.click();
          await dialog.locator("button").nth(1).click();
          await dialog.getByRole("tab").nth(index).click();
          await expect(dialog.getByRole("tab").nth(index)).toHaveAttribute("aria-selected", "true");
        },
      ]),
    ),
    ...Object.fromEntries(
      settingsParts.map((part) => [
        `the settings: ${part}`,
        async () => {
          await goTo(`settings/${part}`);
          await expect(page.locator("[data-settings] h2")).toHaveCount(1);
        },
      ]),
    ),
    "the rail": () => page.setViewportSize({ width: 900, height: 700 }),
    "the drawer": async () => {
      await page.setViewportSize({ width: 400, height: 700 });
      await opener("menu").click();
      await expect(page.getByRole("navigation")).toBeVisible();
    },
  };
  for (const [name, show] of Object.entries(screens)) {
    await test.step(name, async () => {
      await show();
      await expect.poll(() => leftovers(page), { message: name }).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(page.locator("[data-base-ui-portal] [data-open]")).toHaveCount(0);
      // Waits until closing popups are removed, because the next step would find them.
      await expect(dialog.or(page.getByRole("menu"))).toHaveCount(0);
      await expect(page.locator("[data-memo] .cm-content")).toHaveCount(0);
    });
  }
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "en-XA");
  await page.context().close();
});

test("the check finds a sentence that isn't from the catalogue", async ({ app, browser }) => {
  const page = await open(browser, app.url, "en-GB", "locale=pseudo");
  await page.evaluate(() => {
    const plain = document.createElement("button");
    plain.title = "Hint of nobody";
    plain.textContent = "Sync now";
    document.body.append(plain);
  });
  expect(await leftovers(page)).toEqual(["Sync now", "Hint of nobody"]);
  await page.context().close();
});
