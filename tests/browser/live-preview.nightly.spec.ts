import { expect, type Locator, type Page } from "@playwright/test";
import type { MemoView } from "@tidemark/core/router";
import { type AppClient, openRouter } from "../system/app-router.ts";
import type { DevicePage } from "../system/device-page.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { test } from "./file-app.ts";

// Runs in order in one worker: the tests share one app.
test.describe.configure({ mode: "default" });

function composerOf(page: Page): Locator {
  return page.getByRole("textbox", { name: "New memo" });
}

/** Types a text into the composer, and returns it once its Markdown editor has loaded. */
async function compose(page: Page, text: string): Promise<Locator> {
  const composer = composerOf(page);
  await composer.click();
  await expect(page.getByRole("button", { name: "Live preview" })).toBeVisible();
  await page.keyboard.insertText(text);
  return composer;
}

/** Clears the draft for the next test. */
async function empty(page: Page): Promise<void> {
  const stored = page.waitForResponse((answer) => answer.url().includes("drafts.set"));
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await stored;
}

async function beginEdit(device: DevicePage, words: string): Promise<Locator> {
  const card = device.memo(words);
  await card.hover();
  await card.getByRole("button", { name: "Edit", exact: true }).click();
  const editor = device.page.getByRole("textbox", { name: "Edit memo" });
  await expect(editor).toBeFocused();
  return editor;
}

async function memoOf(memos: AppClient["memos"], words: string): Promise<MemoView | undefined> {
  const { memos: all } = await memos.list.query({});
  return all.find(({ content }) => content.startsWith(words));
}

/** Returns the stored text of the memo that begins with the given words. */
async function textOf(memos: AppClient["memos"], words: string): Promise<string | undefined> {
  return (await memoOf(memos, words))?.content;
}

/** Returns the lines as displayed. */
function lines(editor: Locator): Locator {
  return editor.locator(".cm-line");
}

test("hides Markdown marks except on the caret's line, and a key shows them all", async ({
  device,
}) => {
  const { page } = device;
  const composer = await compose(
    page,
    "# Plan\n\n**Ask** the [pilot](https://example.org)\n- ==now==",
  );
  await expect(lines(composer)).toHaveText(["Plan", "", "Ask the pilot", "• ==now=="]);
  await page.keyboard.press("ArrowUp");
  await expect(lines(composer).nth(2)).toHaveText("**Ask** the [pilot](https://example.org)");
  await expect(lines(composer).nth(3)).toHaveText("• now");
  await page.keyboard.press("Control+Shift+E");
  const toggle = page.getByRole("button", { name: "Live preview" });
  await expect(toggle).toHaveAttribute("aria-pressed", "false");
  await expect(lines(composer)).toHaveText([
    "# Plan",
    "",
    "**Ask** the [pilot](https://example.org)",
    "- ==now==",
  ]);
  await page.reload();
  await composer.click();
  await expect(toggle).toHaveAttribute("aria-pressed", "false");
  await toggle.click();
  await expect(lines(composer).first()).toHaveText("Plan");
  await empty(page);
});

test("a checkbox in the editor changes one character, as one undo step", async ({
  app,
  device,
}) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  await device.write("Berth list\n\n- [ ] fenders\n- [X] ropes");
  const editor = await beginEdit(device, "Berth list");
  const content = (): Promise<string | undefined> => textOf(memos, "Berth list");
  await expectAccessible(page, "an editor with boxes");
  await page.keyboard.type(" too");
  await editor.getByRole("checkbox", { name: "fenders" }).click();
  await expect.poll(content).toBe("Berth list\n\n- [x] fenders\n- [X] ropes too");
  await expect(editor.getByRole("checkbox", { name: "fenders" })).toBeChecked();
  await page.keyboard.press("Control+z");
  await expect.poll(content).toBe("Berth list\n\n- [ ] fenders\n- [X] ropes too");
  await expect(editor.getByRole("checkbox", { name: "fenders" })).not.toBeChecked();
  await page.keyboard.press("Control+l");
  await expect.poll(content).toBe("Berth list\n\n- [ ] fenders\n- [ ] ropes too");
  await page.keyboard.press("Escape");
});

test("the same keys write the same bytes in both views", async ({ app, device }) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  const typed: string[] = [];
  for (const view of ["live", "source"]) {
    const composer = composerOf(page);
    await composer.click();
    const toggle = page.getByRole("button", { name: "Live preview" });
    await expect(toggle).toHaveAttribute("aria-pressed", "true");
    if (view === "source") await toggle.click();
    await typeMuch(page);
    await page.keyboard.press("Control+Enter");
    await expect(device.memo("Bytes of a tide")).toBeVisible();
    const found = await memoOf(memos, "# Bytes of a tide");
    typed.push(found?.content ?? "");
    await memos.trash.mutate({ ids: found === undefined ? [] : [found.id] });
    await expect(device.memo("Bytes of a tide")).toBeHidden();
    if (view === "source") await toggle.click();
  }
  expect(typed[0]).toBe(typed[1]);
  expect(typed[0]).toBe(
    "# Bytes of a tide!\n\n**bold** and _it_ [x](https://x.org)\n\n- [ ] one\n- [ ] to\n- three\n\n" +
      "> quote *end*\n\n| a | 漢 |\n|---|---|\n| c | d |\n\n```\n# code\n```\nlast `w` ==m==",
  );
});

/** Types a text with every kind of mark. Moves the caret only by keys that work the same in both views. */
async function typeMuch(page: Page): Promise<void> {
  const { keyboard } = page;
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await keyboard.press(key);
  };
  await keyboard.type("# Bytes of a tide");
  await press("Enter", "Enter");
  await keyboard.type("**bold** and _it_ [x](https://x.org)");
  await press("Enter", "Enter");
  await keyboard.type("- [ ] one");
  await press("Enter");
  await keyboard.type("two");
  await press("ArrowLeft", "Backspace", "End", "Enter", "Backspace", "Backspace");
  await keyboard.type("- three");
  await press("Enter", "Enter");
  await keyboard.type("> quote *end*");
  // The second one leaves the quote by a blank line.
  await press("Enter", "Enter");
  await keyboard.insertText("| a | 漢 |\n|---|---|\n| c | d |\n\n```\n# code\n```\nlast `w` ==m==");
  await press("Control+Home", "End");
  await keyboard.type("!");
}

test("text that an input method is composing isn't restyled until it is committed", async ({
  device,
}) => {
  const { page } = device;
  const composer = await compose(page, "**a**\n- [ ] \n**c**");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("End");
  const ime = await page.context().newCDPSession(page);
  const compose1 = (text: string) =>
    ime.send("Input.imeSetComposition", {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  for (const text of ["に", "にほ", "**にほ**", "日本"]) {
    await compose1(text);
    await expect(lines(composer).nth(1)).toHaveText(` ${text}`);
    await expect(lines(composer).nth(0)).toHaveText("a");
    await expect(lines(composer).nth(1).getByRole("checkbox")).toBeVisible();
  }
  await page.keyboard.insertText("日本**語**");
  await expect(lines(composer).nth(1)).toHaveText(" 日本**語**");
  await page.keyboard.press("ArrowUp");
  await expect(lines(composer)).toHaveText(["**a**", " 日本語", "c"]);
  await page.keyboard.press("Control+Enter");
  await expect(device.memo("日本語").getByRole("checkbox")).toBeVisible();
});

test("Tab and Enter move between the cells of a table, and a key aligns its columns", async ({
  app,
  device,
}) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  await compose(page, "Hours\n\n|a|b|\n|-|-:|");
  for (const word of ["Enter", "港の名", "Tab", "4.2", "Tab", "x"]) {
    if (word === "Enter" || word === "Tab") await page.keyboard.press(word);
    else await page.keyboard.insertText(word);
  }
  await page.keyboard.press("Control+Shift+L");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("after");
  await page.keyboard.press("Control+Enter");
  const card = device.memo("Hours");
  await expect(card.getByRole("cell", { name: "港の名" })).toBeVisible();
  await expect
    .poll(() => textOf(memos, "Hours"))
    .toBe(
      "Hours\n\n| a      |   b |\n| ------ | --: |\n| 港の名 | 4.2 |\n| x      |     |\n\nafter",
    );
});

test("Ctrl and a click open a link, and an image of another host isn't requested", async ({
  device,
}) => {
  const { page } = device;
  const context = page.context();
  const asked: string[] = [];
  await context.route(/example\.org/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ body: "", contentType: "text/html" });
  });
  const composer = await compose(
    page,
    "[there](https://example.org/there) ![sea](https://example.org/sea.png)\n\nend",
  );
  await expect(lines(composer).first()).toHaveText("there sea · example.org");
  await composer.getByText("there", { exact: true }).click();
  await expect(lines(composer).first()).toContainText("[there](https");
  await page.keyboard.press("Control+End");
  const opened = context.waitForEvent("page");
  await composer.getByText("there", { exact: true }).click({ modifiers: ["Control"] });
  await (await opened).close();
  expect(asked).toEqual(["https://example.org/there"]);
  await composer.click();
  await empty(page);
});

test("an editor opens at the clicked line without moving it", async ({ device }) => {
  const { page } = device;
  const part = (at: number): string =>
    `## Part ${at}\n\nWords of part ${at} with **marks** in them, and a [link](https://example.org).\n\n- [ ] task ${at}\n- item ${at}\n`;
  await device.write(Array.from({ length: 40 }, (_, at) => part(at)).join("\n"));
  const card = device.memo("Part 0");
  await card.getByRole("button", { name: "Show more" }).click();
  const item = card.getByText("item 30", { exact: true });
  await item.evaluate((element) => element.scrollIntoView({ block: "center" }));
  // Records the position when the click arrives, because rows may still change their heights before that.
  await item.evaluate((element) => {
    const note = (): void => {
      document.body.dataset["clickedAt"] = String(element.getBoundingClientRect().top);
    };
    element.addEventListener("dblclick", note, { capture: true, once: true });
  });
  await item.dblclick({ position: { x: 50, y: 10 } });
  const editor = page.getByRole("textbox", { name: "Edit memo" });
  await expect(editor).toBeFocused();
  const wanted = Number(await page.locator("body").getAttribute("data-clicked-at"));
  const line = lines(editor).filter({ hasText: "item 30" });
  await expect(line).toBeInViewport();
  await expect
    .poll(async () => Math.abs(((await line.boundingBox())?.y ?? 0) - wanted))
    .toBeLessThan(12);
  await page.keyboard.press("End");
  await page.keyboard.type(" and more");
  await page.keyboard.press("Escape");
  await expect(card.getByText("item 30 and more", { exact: true })).toBeVisible();
});
