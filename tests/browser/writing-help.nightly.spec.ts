import { expect, type Locator, type Page } from "@playwright/test";
import { openRouter } from "../system/app-router.ts";
import { test } from "./file-app.ts";

// Runs in order in one worker: the tests share one app.
test.describe.configure({ mode: "default" });

// The composer would show the previous test's draft otherwise.
test.beforeEach(async ({ app }) => {
  const { drafts } = await openRouter(app.url);
  await drafts.set.mutate({ key: "composer", content: "" });
});

/** Focuses the composer, and returns it once its editor has loaded. */
async function beginMemo(page: Page): Promise<Locator> {
  const composer = page.getByRole("textbox", { name: "New memo" });
  await composer.click();
  await expect(page.locator(".composer .cm-content")).toBeFocused();
  return composer;
}

function offered(page: Page): Locator {
  return page.getByRole("listbox", { name: "Completions" });
}

/** Returns the text of an editor, with its lines joined by "\n". */
async function textOf(editor: Locator): Promise<string> {
  return (await editor.locator(".cm-line").allInnerTexts())
    .map((line) => line.replace(/\n$/, ""))
    .join("\n");
}

test("a slash offers eleven blocks, typing filters them, and Escape keeps the typed text", async ({
  device,
}) => {
  const { page } = device;
  const composer = await beginMemo(page);
  await page.keyboard.type("/");
  const list = offered(page);
  await expect(list.getByRole("option")).toHaveCount(11);
  await page.keyboard.type("ta");
  await expect(list.getByRole("option")).toHaveText([/^Task/, /^Table/]);
  await list.getByRole("option", { name: "Table" }).click();
  await expect(composer).toContainText("| Column 1 | Column 2 |");
  // The first column's name is selected, so typing replaces it.
  await page.keyboard.type("Hour");
  await expect(composer).toContainText("| Hour | Column 2 |");

  await page.keyboard.press("Control+a");
  await page.keyboard.type("/");
  await expect(list).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await page.keyboard.type("task");
  await expect(composer).toHaveText("/task");
  await expect(list).toBeHidden();
});

test("the block menu works with the keyboard and opens the file chooser", async ({ device }) => {
  const { page } = device;
  const composer = await beginMemo(page);
  // A list that has just appeared ignores Enter at first.
  await expect(async () => {
    await page.keyboard.press("Control+a");
    await page.keyboard.type("/quo");
    await expect(offered(page).getByRole("option")).toHaveCount(1);
    await page.keyboard.press("Enter");
    // Enter accepts the choice or, too early, starts a new line.
    await expect.poll(() => composer.innerText()).not.toBe("/quo");
    expect((await composer.innerText()).trim()).toBe(">");
  }).toPass();
  await page.keyboard.type("said");
  await expect(composer).toContainText("> said");

  await page.keyboard.press("Control+a");
  await page.keyboard.type("/file");
  const asked = page.waitForEvent("filechooser");
  await offered(page).getByRole("option", { name: "Image or file" }).click();
  await (
    await asked
  ).setFiles({ name: "chart.txt", mimeType: "text/plain", buffer: Buffer.from("depths") });
  await expect(page.locator(".composer").getByText("chart.txt")).toBeVisible();
  // A link to the file replaces the typed command.
  await expect(composer).toHaveText(/^(?!\/file).*chart\.txt/);
});

test("[[ finds a memo; the link is stored as a reference and opens the memo's page", async ({
  app,
  device,
}) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  const target = await memos.create.mutate({ content: "# Pilot book\n\nRocks off the mole" });
  await memos.create.mutate({ content: "Something else" });
  const composer = await beginMemo(page);
  await page.keyboard.type("See [[rocks");
  const option = offered(page).getByRole("option");
  await expect(option).toHaveText([/^Pilot book.*Rocks off the mole$/]);
  await expect(option.locator("mark")).toHaveText("Rocks");
  await option.click();
  await expect(composer).toHaveText(`See [Pilot book](/memos/${target.id})`);
  await page.keyboard.press("Control+Enter");
  const card = device.memo("See Pilot book");
  await expect(card).toBeVisible();
  const linkedFrom = async () =>
    (await memos.links.query({ id: target.id })).from.map(({ snippet }) => snippet);
  await expect.poll(linkedFrom).toEqual(["See Pilot book"]);
  await card.getByRole("link", { name: "Pilot book" }).click();
  await expect(page).toHaveURL(new RegExp(`#/m/${target.id}$`));
  await expect(page.getByRole("article", { name: "Pilot book" })).toBeVisible();
});

test("a colon and two letters offer emoji", async ({ device }) => {
  const { page } = device;
  const composer = await beginMemo(page);
  await page.keyboard.type("at 12:30 :tada");
  await offered(page).getByRole("option", { name: "party popper" }).click();
  await expect(composer).toHaveText("at 12:30 🎉");
});

test("a template is inserted without its tag", async ({ app, device }) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  await memos.create.mutate({ content: "Watch\n\n- [ ] lights\n\n#template/watch" });
  const composer = await beginMemo(page);
  await page.keyboard.press("Control+Shift+E");
  await page.keyboard.type("/temp");
  await offered(page).getByRole("option", { name: "Template" }).click();
  await offered(page).getByRole("option", { name: "Watch" }).click();
  await expect(composer).toContainText("lights");
  expect(await textOf(composer)).toBe("Watch\n\n- [ ] lights");
});

test("Ctrl+D creates the day's memo once and opens its editor", async ({ app, device }) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  await memos.create.mutate({ content: "Weather:\n\n#template/today" });
  await page.clock.setFixedTime("2026-03-15T12:00:00");
  await page.keyboard.press("Control+d");
  const editor = page.getByRole("textbox", { name: "Edit memo" });
  await expect(editor).toBeFocused();
  await expect(editor).toContainText("2026-03-15");
  await expect(editor).toContainText("Weather:");
  await page.keyboard.press("Escape");
  await expect(editor).toBeHidden();
  await page.keyboard.press("Control+d");
  await expect(editor).toBeFocused();
  const found = await memos.list.query({ search: '"# 2026-03-15"' });
  expect(found.memos).toHaveLength(1);
});

/** Dispatches a paste event with HTML and plain text. */
async function paste(editor: Locator, html: string, plain: string): Promise<void> {
  await editor.evaluate(
    (element, [page, text]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/html", page ?? "");
      clipboardData.setData("text/plain", text ?? "");
      element.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
      );
    },
    [html, plain],
  );
}

test("pasted HTML becomes Markdown as one undo step, but stays plain text in code or on request", async ({
  device,
}) => {
  const { page } = device;
  const composer = await beginMemo(page);
  const html = '<h2>Tides</h2><ul><li>one <b>high</b></li></ul><img src="x" onerror="alert(1)">';
  await page.keyboard.press("Control+Shift+E");
  await page.keyboard.type("before ");
  await paste(composer, html, "Tides one high");
  await expect(composer).toContainText("- one **high**");
  await page.keyboard.press("Control+z");
  await expect(composer).toHaveText("before ");

  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await composer.evaluate((element) =>
    element.dispatchEvent(
      new KeyboardEvent("keydown", { key: "V", ctrlKey: true, shiftKey: true, bubbles: true }),
    ),
  );
  await paste(composer, html, "Tides one high");
  await expect(composer).toHaveText("Tides one high");

  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("```\n");
  await paste(composer, html, "Tides one high");
  await expect(composer).toContainText("Tides one high");
  await expect(composer).not.toContainText("**");
});

test("an address pasted over selected words turns them into a link", async ({ device }) => {
  const { page } = device;
  const composer = await beginMemo(page);
  await page.keyboard.insertText("the pilot");
  await page.keyboard.press("Control+a");
  await paste(composer, "<a href='https://example.org/p'>x</a>", "https://example.org/p");
  await expect(composer).toHaveText("[the pilot](https://example.org/p)");
});

test("focus mode fills the window with the editor, and Escape leaves it", async ({ device }) => {
  const { page } = device;
  const composer = await beginMemo(page);
  const whole = page.locator("[data-focus-mode]");
  await page.keyboard.insertText("A long thought");
  await page.keyboard.press("Control+Shift+f");
  await expect(whole).toBeVisible();
  await expect(composer).toBeFocused();
  const size = page.viewportSize();
  expect(await whole.boundingBox()).toEqual({ x: 0, y: 0, ...size });
  await page.keyboard.type(" :tada");
  await offered(page).getByRole("option", { name: "party popper" }).click();
  await page.keyboard.press("Escape");
  await expect(whole).toBeHidden();
  await expect(composer).toBeFocused();
  await page.keyboard.type("!");
  await page.keyboard.press("Control+Enter");
  const card = device.memo("A long thought 🎉!");
  await card.hover();
  await card.getByRole("button", { name: "Edit", exact: true }).click();
  const editor = page.getByRole("textbox", { name: "Edit memo" });
  await expect(editor).toBeFocused();
  await page
    .getByRole("button", { name: "Focus mode" })
    .and(page.locator("article button"))
    .click();
  expect(await whole.boundingBox()).toEqual({ x: 0, y: 0, ...size });
  await page.keyboard.press("Escape");
  await expect(whole).toBeHidden();
  await expect(editor).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(card).toBeFocused();
});
