import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { test as base } from "./file-app.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { leaveSettings, openSettings } from "./open-settings.ts";

/** A folder of notes on disk, removed after the test. */
const test = base.extend<{ readonly vault: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
  vault: async ({}, provide) => {
    const dir = await mkdtemp(join(tmpdir(), "tidemark-vault-"));
    const files = {
      "Harbour/Low water.md": "---\ntags: [sea]\n---\nsee [[Ropes]] and ![[path.png]]",
      "Harbour/Ropes.md": "the long rope",
      "Harbour/path.png": Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        "base64",
      ),
      "Harbour/table.csv": "a,b",
    };
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await writeFile(join(dir, path), content);
    }
    await provide(join(dir, "Harbour"));
    await rm(dir, { recursive: true, force: true });
  },
});

/** Drops files and folders from disk, as the system would. */
async function drop(page: Page, target: Locator, paths: readonly string[]): Promise<void> {
  const box = await target.boundingBox();
  if (box === null) throw new Error("nothing to drop on");
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await session.send("Input.dispatchDragEvent", { type, ...at, data });
  }
  await session.detach();
}

const dialogOf = (page: Page): Locator => page.getByRole("dialog", { name: "Import" });

test("previews, imports and undoes a vault that is dropped on the window", async ({
  device: { page, memo },
  vault,
}) => {
  const dialog = dialogOf(page);

  await test.step("the preview lists the notes, and nothing is imported yet", async () => {
    await drop(page, page.getByRole("heading", { name: "Timeline" }), [vault]);
    await expect(dialog.getByText("Obsidian vault: Harbour")).toBeVisible();
    const list = dialog.getByRole("region", { name: "Contents" });
    await expect(list.getByRole("listitem")).toHaveText([
      /^Skipped.*table\.csv.*Not a note/,
      /^New.*Low water\.md/,
      /^New.*Ropes\.md/,
    ]);
    await expectAccessible(page, "what would come");
    await dialog.getByRole("radio", { name: "New 2" }).check();
    await expect(list.getByRole("listitem")).toHaveCount(2);
    await expect(memo("the long rope")).toBeHidden();
  });

  await test.step("the import brings tags and files", async () => {
    await dialog.getByRole("button", { name: "Import 2 memos" }).click();
    await expect(dialog.getByRole("status")).toHaveText("2 memos added");
    await dialog.getByRole("button", { name: "Done" }).click();
    // The dialog blocks drops outside it until its closing animation ends.
    await expect(dialog).toHaveCount(0);
    await expect(memo("the long rope")).toBeVisible();
    await expect(memo("Low water").locator("img")).toBeVisible();
    await expect(memo("Low water")).toContainText("sea");
  });

  await test.step("a second import finds nothing new", async () => {
    await drop(page, page.getByRole("heading", { name: "Timeline" }), [vault]);
    await expect(dialog.getByText("Nothing new to import.")).toBeVisible();
    await expect(dialog.getByRole("radio", { name: "Already imported 2" })).toBeVisible();
    await dialog.getByRole("button", { name: "Choose something else" }).click();
  });

  await test.step("an earlier import is undone in the settings", async () => {
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    const settings = await openSettings(page, "Import and export");
    await settings.getByRole("button", { name: "Undo the import of Harbour" }).click();
    await expect(settings.getByRole("region", { name: "Earlier imports" })).toContainText("undone");
    await leaveSettings(page);
    await expect(page.getByText("2 memos moved to the trash").first()).toBeVisible();
    await expect(memo("the long rope")).toBeHidden();
  });
});

test("imports files through the palette, and explains why a broken archive is refused", async ({
  device: { page, memo },
}) => {
  const dialog = dialogOf(page);
  const openByPalette = async (): Promise<void> => {
    await page.keyboard.press("Control+p");
    await page.getByRole("combobox", { name: "Go to a memo" }).fill(">import…");
    await page.keyboard.press("Enter");
    await expect(dialog).toBeVisible();
  };
  await openByPalette();
  // The dialog shows the result of the last import, from any page, until it is dismissed.
  const done = dialog.getByRole("button", { name: "Done" });
  const choose = dialog.getByRole("button", { name: "Choose files…" });
  await expect(done.or(choose)).toBeVisible();
  if (await done.isVisible()) {
    await done.click();
    await openByPalette();
  }
  await expect(choose).toBeVisible();
  await expectAccessible(page, "where memos come from");
  const input = dialog.locator('[data-import="files"]');

  await input.setInputFiles({
    name: "notes.zip",
    mimeType: "application/zip",
    buffer: Buffer.from("PK\u0003\u0004 and nothing more of it", "latin1"),
  });
  await expect(dialog.getByRole("alert")).not.toBeEmpty();
  await dialog.getByRole("button", { name: "Choose something else" }).click();

  await input.setInputFiles([
    { name: "one.md", mimeType: "text/markdown", buffer: Buffer.from("one of two files") },
    { name: "two.md", mimeType: "text/markdown", buffer: Buffer.from("the other file") },
  ]);
  await dialog.getByRole("button", { name: "Import 2 memos" }).click();
  await expect(dialog.getByRole("status")).toHaveText("2 memos added");
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(dialog.getByRole("status")).toHaveText("2 memos moved to the trash");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(memo("one of two files")).toBeHidden();
});

test("downloads an export, and importing it finds the same memos", async ({
  device: { page, write },
}, testInfo) => {
  await write("kept in a zip #out");
  const settings = await openSettings(page, "Import and export");
  const downloading = page.waitForEvent("download");
  await settings.getByRole("button", { name: "Export all…" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^tidemark-\d{4}-\d{2}-\d{2}\.zip$/);
  const file = testInfo.outputPath(download.suggestedFilename());
  await download.saveAs(file);
  expect((await readFile(file)).subarray(0, 2).toString()).toBe("PK");

  await settings.getByRole("button", { name: "Import…" }).click();
  const dialog = dialogOf(page);
  await drop(page, dialog, [file]);
  await expect(dialog.getByText("Nothing new to import.")).toBeVisible();
  await expect(dialog.getByRole("radio", { name: /^Already imported [1-9]/ })).toBeVisible();
  await expect(dialog.getByRole("radio", { name: "Problems 0" })).toBeVisible();
});

test("explains that an image dropped on its own can't be imported", async ({
  device: { page },
  vault,
}) => {
  await drop(page, page.getByRole("heading", { name: "Timeline" }), [join(vault, "path.png")]);
  await expect(page.getByRole("status").getByText("Nothing to import.").first()).toBeVisible();
  await expect(dialogOf(page)).toBeHidden();
});
