import { expect, type Locator, type Page } from "@playwright/test";
import { openRouter } from "../system/app-router.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { test } from "./file-app.ts";
import { hand, paint } from "./hand-files.ts";

// Runs in order in one worker: the tests share one app.
test.describe.configure({ mode: "default" });

// The composer would show the previous test's draft otherwise.
test.beforeEach(async ({ app }) => {
  const { drafts, attachments } = await openRouter(app.url);
  await drafts.set.mutate({ key: "composer", content: "" });
  await attachments.setDraft.mutate({ key: "composer", ids: [] });
});

const notes = { name: "tides.txt", mimeType: "text/plain", buffer: Buffer.from("high water") };

/** Types a text into the composer, and returns it once its editor accepts files. */
async function compose(page: Page, text: string): Promise<Locator> {
  const composer = page.getByRole("textbox", { name: "New memo" });
  await composer.click();
  await expect(page.locator(".composer [data-takes-files]")).toBeFocused();
  // Clears the previous test's draft.
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
  return composer;
}

/** Blocks uploads until the returned function is called. */
async function holdUploads(page: Page): Promise<() => Promise<void>> {
  let letThrough = (): void => undefined;
  const isThrough = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route("**/files?*", async (route) => {
    await isThrough;
    await route.continue().catch(() => undefined);
  });
  return async () => {
    letThrough();
    await page.unrouteAll({ behavior: "wait" });
  };
}

async function savedText(url: string, words: string): Promise<string | undefined> {
  const { memos } = await openRouter(url);
  const { memos: all } = await memos.list.query({});
  return all.find(({ content }) => content.includes(words))?.content;
}

/** Returns the Markdown source in an editor. */
async function source(editor: Locator): Promise<string> {
  const lines = await editor.locator(".cm-line").allInnerTexts();
  return lines.map((line) => line.replace(/\n$/, "")).join("\n");
}

const address = (name: string): string => String.raw`\(/file/attachments/[\w-]+/${name}\)`;

test("a pasted image has a placeholder at the caret during the upload, then its Markdown, which survives a reload", async ({
  app,
  device,
}) => {
  const { page } = device;
  const composer = await compose(page, "The harbour  at dawn");
  for (let step = 0; step < " at dawn".length; step += 1) await page.keyboard.press("ArrowLeft");
  const letThrough = await holdUploads(page);
  const picture = await paint(page, { name: "dawn.png", width: 400, height: 300, colour: "teal" });
  await hand(composer, "paste", picture);
  const progress = composer.getByRole("progressbar", { name: "Attaching dawn.png" });
  await expect(progress).toBeVisible();
  // Typing continues after and before the placeholder, and the text doesn't contain the file yet.
  await page.keyboard.type("seen");
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("Look: ");
  const { drafts } = await openRouter(app.url);
  await expect
    .poll(() => drafts.get.query({ key: "composer" }))
    .toBe("Look: The harbour seen at dawn");
  await page.keyboard.press("Control+Enter");
  await expect(
    page.getByRole("status").getByText("Saves as soon as the files are attached."),
  ).toBeVisible();
  await letThrough();
  await expect(progress).toBeHidden();
  const card = device.memo("Look: The harbour");
  const image = card.getByRole("img", { name: "dawn.png" });
  await expect(image).toBeVisible();
  expect(await savedText(app.url, "Look:")).toMatch(
    new RegExp(String.raw`^Look: The harbour !\[dawn\.png\]${address("dawn\\.png")}seen at dawn$`),
  );
  // An image in the text isn't also shown below it.
  await expect(card.getByRole("button", { name: "Open dawn.png" })).toBeHidden();
  await page.reload();
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBe(400);
  expect(await image.evaluate((element) => [element.clientWidth, element.clientHeight])).toEqual([
    400, 300,
  ]);
});

test("dropped files are inserted where they were dropped, in order", async ({ app, device }) => {
  const { page } = device;
  const composer = await compose(page, "First line\n\nLast line");
  const second = page.locator(".composer .cm-line").nth(1);
  const picture = await paint(page, { name: "quay.png", width: 40, height: 30, colour: "olive" });
  await hand(second, "drop", [picture, notes]);
  await expect(page.getByRole("button", { name: "Remove tides.txt" })).toBeVisible();
  await expect(composer).toBeFocused();
  await page.keyboard.press("Control+Enter");
  const card = device.memo("First line");
  await expect(card.getByRole("img", { name: "quay.png" })).toBeVisible();
  const link = card.getByRole("link", { name: "tides.txt" });
  await expect(link).toHaveCount(1);
  const download = page.waitForEvent("download");
  await link.click();
  expect((await download).suggestedFilename()).toBe("tides.txt");
  expect(await savedText(app.url, "First line")).toMatch(
    new RegExp(
      String.raw`^First line\n!\[quay\.png\]${address("quay\\.png")}\n\n\[tides\.txt\]${address("tides\\.txt")}\nLast line$`,
    ),
  );
});

test("M25a · one undo removes a file pasted into a memo's text, and the file is then shown below it", async ({
  app,
  device,
}) => {
  const { page } = device;
  await device.write("A memo that gets a chart");
  const card = device.memo("A memo that gets a chart");
  await card.hover();
  await card.getByRole("button", { name: "Edit", exact: true }).click();
  const editor = page.getByRole("textbox", { name: "Edit memo" });
  await expect(page.locator(".inline-editor [data-takes-files]")).toBeFocused();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" now");
  const chart = await paint(page, { name: "chart.png", width: 60, height: 30, colour: "navy" });
  await hand(editor, "paste", chart);
  await expect.poll(() => source(editor)).toMatch(/now!\[chart\.png\]\(.*chart\.png\)$/);
  await page.keyboard.press("Control+z");
  await expect.poll(() => source(editor)).toBe("A memo that gets a chart now");
  await page.getByRole("button", { name: "Done" }).click();
  await expect(card.getByRole("button", { name: "Open chart.png" })).toBeVisible();
  await expect.poll(() => savedText(app.url, "gets a chart")).toBe("A memo that gets a chart now");
});

test("an upload can be cancelled; a failed one gives the reason and can be retried in place", async ({
  device,
}) => {
  const { page } = device;
  const composer = await compose(page, "Before after");
  for (let step = 0; step < "after".length; step += 1) await page.keyboard.press("ArrowLeft");
  const letThrough = await holdUploads(page);
  await hand(composer, "paste", notes);
  await expect(composer.getByRole("progressbar", { name: "Attaching tides.txt" })).toBeVisible();
  await expectAccessible(page, "a file on its way");
  await page.getByRole("button", { name: "Stop attaching tides.txt" }).click();
  await expect(page.getByRole("progressbar")).toBeHidden();
  await expect(composer).toBeFocused();
  await letThrough();
  await page.keyboard.type("and ");
  expect(await source(composer)).toBe("Before and after");

  await page.route("**/files?*", (route) => route.abort());
  await hand(composer, "paste", { ...notes, name: "lost.txt" });
  await expect(
    page.getByText("Couldn’t attach the file. Try again.", { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole("progressbar")).toBeHidden();
  expect(await source(composer)).toBe("Before and after");
  await page.unrouteAll();
  await page.keyboard.press("Control+End");
  await page.getByRole("button", { name: "Try again: lost.txt" }).click();
  await expect.poll(() => source(composer)).toMatch(/^Before and \[?lost\.txt.*after$/);
});

test("the block menu inserts a file at the caret, the paper clip below the text", async ({
  app,
  device,
}) => {
  const { page } = device;
  const composer = await compose(page, "See ");
  await page.keyboard.type("/file");
  const asked = page.waitForEvent("filechooser");
  await page
    .getByRole("listbox", { name: "Completions" })
    .getByRole("option", { name: "Image or file" })
    .click();
  await (await asked).setFiles(notes);
  await expect(page.getByRole("button", { name: "Remove tides.txt" })).toBeVisible();
  await expect(composer).toBeFocused();
  const chooser = page.waitForEvent("filechooser");
  await page.locator(".composer").getByRole("button", { name: "Attach files" }).click();
  await (await chooser).setFiles({ ...notes, name: "below.txt" });
  await expect(page.getByRole("button", { name: "Remove below.txt" })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  const card = device.memo("See tides.txt");
  await expect(card.getByRole("link", { name: /^Download below\.txt/ })).toBeVisible();
  await expect(card.getByRole("link", { name: "tides.txt" })).toHaveCount(1);
  expect(await savedText(app.url, "See [")).toMatch(
    new RegExp(String.raw`^See \[tides\.txt\]${address("tides\\.txt")}$`),
  );
});

test("a file that finishes uploading after its memo was trashed is added to the composer", async ({
  app,
  device,
}) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  const { id } = await memos.create.mutate({ content: "Gone while it was on its way" });
  await device.memo("Gone while").focus();
  await page.keyboard.press("e");
  const editor = page.getByRole("textbox", { name: "Edit memo" });
  await expect(editor).toBeFocused();
  const letThrough = await holdUploads(page);
  const chooser = page.waitForEvent("filechooser");
  await page.locator(".inline-tools").getByRole("button", { name: "Attach files" }).click();
  await (await chooser).setFiles({ ...notes, name: "late.txt" });
  await memos.trash.mutate({ ids: [id] });
  await expect(editor).toBeHidden();
  await letThrough();
  await expect(
    page.getByRole("status").getByText("late.txt was moved to the composer"),
  ).toBeVisible();
  await page.reload();
  await expect(
    page.getByRole("region", { name: "New memo" }).getByRole("button", { name: "Remove late.txt" }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Remove late.txt" }).click();
});

test("M26a · an image in the editor is resized with keys and its corner, and gets a description", async ({
  app,
  device,
}) => {
  const { page } = device;
  const composer = await compose(page, "The pier:\n");
  const picture = await paint(page, {
    name: "pier.png",
    width: 400,
    height: 200,
    colour: "sienna",
  });
  await hand(composer, "paste", picture);
  await expect(page.getByRole("button", { name: "Remove pier.png" })).toBeVisible();
  await page.keyboard.press("Control+Home");
  const image = composer.getByRole("img", { name: "pier.png" });
  await expect(image).toBeVisible();
  const handle = composer.getByRole("slider", { name: "Width: pier.png" });
  await handle.focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("PageDown");
  await expect(handle).toBeFocused();
  await expect(handle).toHaveAttribute("aria-valuetext", "290 pixels");
  expect(await image.evaluate((element) => [element.clientWidth, element.clientHeight])).toEqual([
    290, 145,
  ]);
  const corner = await handle.boundingBox();
  if (corner === null) throw new Error("the handle is nowhere");
  const [x, y] = [corner.x + corner.width / 2, corner.y + corner.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 90, y, { steps: 5 });
  await page.mouse.up();
  await expect(handle).toHaveAttribute("aria-valuetext", "200 pixels");

  await composer.getByRole("button", { name: "Alt text: pier.png" }).click();
  const words = page.getByRole("dialog", { name: "Alt text" }).getByRole("textbox");
  await expect(words).toBeFocused();
  await expect(words).toHaveValue("pier.png");
  await expectAccessible(page, "the words of a picture");
  await words.fill("The pier [old]|90");
  await page.keyboard.press("Enter");
  await expect(words).toBeHidden();
  await expect(composer).toBeFocused();
  await page.keyboard.press("Control+Enter");
  const card = device.memo("The pier");
  const shown = card.getByRole("img", { name: "The pier [old]|90" });
  await expect(shown).toBeVisible();
  expect(await savedText(app.url, "The pier")).toMatch(
    new RegExp(
      String.raw`^The pier:\n!\[The pier \\\[old\\\]\\\|90\|200\]${address("pier\\.png")}$`,
    ),
  );
  expect(await shown.evaluate((element) => [element.clientWidth, element.clientHeight])).toEqual([
    200, 100,
  ]);

  // A click opens the image at full size, and closing that returns the focus.
  await shown.click();
  await expect(page.getByRole("dialog", { name: "pier.png" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(card.getByRole("button", { name: "The pier [old]|90" })).toBeFocused();
});
