import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible, expectAccessibleInBoth } from "./expect-accessible.ts";
import { test } from "./file-app.ts";
import { type FilePayload, hand, paint } from "./hand-files.ts";

// Runs in order in one worker: the tests share one app.
test.describe.configure({ mode: "default" });

const text = (name: string): FilePayload => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(`what ${name} says`),
});

/** Writes a memo with files in the composer. */
async function writeWith(page: Page, words: string, files: readonly FilePayload[]): Promise<void> {
  const composer = page.getByRole("region", { name: "New memo" });
  await page.getByRole("textbox", { name: "New memo" }).click();
  await page.keyboard.insertText(words);
  await hand(composer.getByRole("toolbar"), "drop", files);
  const strip = composer.getByRole("list", { name: "Attachments" });
  for (const { name } of files) {
    await expect(strip.getByRole("button", { name: `Remove ${name}` })).toBeVisible();
  }
  await page.keyboard.press("Control+Enter");
  await expect(strip).toBeHidden();
}

async function openLibrary(page: Page, part: string): Promise<void> {
  await page.getByRole("navigation").getByRole("link", { name: "Library" }).click();
  await page.getByRole("tab", { name: part }).click();
}

const files = (page: Page): Locator => page.getByRole("main").getByRole("group");
const fileOf = (page: Page, name: string): Locator =>
  page.getByRole("group", { name, exact: true });

test("lists files by type with their memo, and opens them in place", async ({ device }) => {
  const { page } = device;
  await page.getByRole("navigation").getByRole("link", { name: "Library" }).click();
  await expect(page.getByText("No files yet")).toBeVisible();
  await expectAccessible(page, "empty library");
  await page.getByRole("link", { name: "Timeline" }).click();
  await writeWith(page, "Three hours of water", [
    await paint(page, { name: "dawn.png", width: 300, height: 200, colour: "teal" }),
    await paint(page, { name: "noon.png", width: 200, height: 300, colour: "sienna" }),
  ]);
  await writeWith(page, "What was agreed", [text("berth.txt")]);

  await openLibrary(page, "Media");
  await expect(page).toHaveTitle("Library · Tidemark");
  await expect(page.getByRole("tab", { name: "Media" })).toHaveAttribute("aria-selected", "true");
  await fileOf(page, "noon.png").getByRole("button", { name: "Open noon.png" }).click();
  const preview = page.getByRole("dialog");
  await expect(preview.getByRole("img", { name: "noon.png" })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(preview.getByRole("img", { name: "dawn.png" })).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Escape");
  await expect(preview).toBeHidden();

  await page.getByRole("tab", { name: "Media" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/#\/library\?kind=documents$/);
  await expect(fileOf(page, "berth.txt")).toBeVisible();
  await expect(fileOf(page, "dawn.png")).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("tab", { name: "Documents" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await fileOf(page, "berth.txt").getByRole("link", { name: "In “What was agreed”" }).click();
  await expect(page).toHaveURL(/#\/m\//);
  await page.goBack();
  await expect(fileOf(page, "berth.txt")).toBeVisible();
});

test("searches file names, and marks files of an archived memo", async ({ device }) => {
  const { page } = device;
  await device.choose("What was agreed", "Archive");
  await openLibrary(page, "Media");
  await page.keyboard.press("Control+f");
  await page.keyboard.type("DAW");
  await expect(fileOf(page, "noon.png")).toHaveCount(0);
  await expect(fileOf(page, "dawn.png")).toBeVisible();
  await page.keyboard.type("x");
  await expect(page.getByText("No matching files")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(fileOf(page, "noon.png")).toBeVisible();
  await page.getByRole("tab", { name: "Documents" }).click();
  await expect(page.getByRole("link", { name: "In “What was agreed”, archived" })).toBeVisible();
});

test("deletes unused files when the Undo message closes or the page is left", async ({
  device,
}) => {
  const { page } = device;
  const named = ["one.txt", "two.txt", "three.txt"];
  await writeWith(page, "These go", named.map(text));
  await openLibrary(page, "Unused");
  await expect(page.getByText("No unused files")).toBeVisible();
  await page.getByRole("link", { name: "Timeline" }).click();
  const card = device.memo("These go");
  await card.hover();
  await card.getByRole("button", { name: "Edit", exact: true }).click();
  for (const name of named) await card.getByRole("button", { name: `Remove ${name}` }).click();
  await page.keyboard.press("Control+Enter");
  await expect(card.getByRole("link", { name: /^Download/ })).toHaveCount(0);

  await openLibrary(page, "Unused");
  await page.getByRole("checkbox", { name: "Select one.txt" }).check();
  await page.getByRole("checkbox", { name: "Select two.txt" }).check();
  await page.getByRole("button", { name: "Delete 2 selected" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete 2 files?" });
  await expect(question).toContainText("Files are deleted permanently from all devices");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(fileOf(page, "one.txt")).toHaveCount(0);
  const message = page.getByRole("status").filter({ hasText: "will be deleted" });
  await message.getByRole("button", { name: "Undo" }).click();
  await expect(fileOf(page, "one.txt")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("checkbox")).toHaveCount(3);

  await page.getByRole("checkbox", { name: "Select one.txt" }).check();
  await page.getByRole("button", { name: "Delete 1 selected" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  // Closing the message rules out Undo.
  await message.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("tab", { name: "Unused" })).toContainText("2");
  await expect
    .poll(() => page.evaluate(async () => document.querySelectorAll("[data-library-at]").length))
    .toBe(2);

  await page.getByRole("button", { name: "Delete all" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No unused files")).toBeVisible();
  // Leaving the page deletes them immediately.
  await page.getByRole("link", { name: "Timeline" }).click();
  await expect(message).toHaveCount(0);
  await openLibrary(page, "Documents");
  await expect(fileOf(page, "berth.txt")).toBeVisible();
  await expect(fileOf(page, "two.txt")).toHaveCount(0);
  await expect(page.getByRole("tab", { name: "Unused" })).toHaveText("Unused");
});

test("the library works with the keyboard, and is accessible in both themes and on a phone", async ({
  device,
}) => {
  const { page } = device;
  await device.memo("Three hours of water").focus();
  await page.keyboard.press("g");
  await page.keyboard.press("l");
  await expect(page).toHaveURL(/#\/library$/);
  await page.getByRole("button", { name: "Open noon.png" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: "Open dawn.png" })).toBeFocused();
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await expect(page).toHaveURL(/#\/$/);
  await page.keyboard.press("Control+p");
  await page.keyboard.type("@library");
  await page.getByRole("option", { name: "Library" }).click();
  await expect(page.getByRole("heading", { name: "Library" })).toBeVisible();
  for (const part of ["Media", "Documents", "Unused"]) {
    await page.getByRole("tab", { name: part }).click();
    await expect(page.getByRole("tabpanel")).toBeVisible();
    await expectAccessibleInBoth(page, part);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole("tab", { name: "Media" }).click();
  await expect(files(page).first()).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  await expectAccessible(page, "320 px");
});
