import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "./expect-accessible.ts";
import { test } from "./file-app.ts";
import { type FilePayload, hand, paint, silence } from "./hand-files.ts";

// Runs in order in one worker: the tests share one app.
test.describe.configure({ mode: "default" });

async function choose(page: Page, within: Locator, files: readonly FilePayload[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await within.getByRole("button", { name: "Attach files" }).click();
  await (await chooser).setFiles([...files]);
}

const composerOf = (page: Page): Locator => page.getByRole("region", { name: "New memo" });

/** Expects the image to be decoded, with these natural dimensions in pixels. */
async function expectShown(image: Locator, width: number, height: number): Promise<void> {
  await expect
    .poll(() =>
      image.evaluate((element: HTMLImageElement) => [element.naturalWidth, element.naturalHeight]),
    )
    .toEqual([width, height]);
}

test("files that were chosen or dropped stay with the draft after a reload and are saved with the memo", async ({
  device,
}) => {
  const { page } = device;
  const composer = composerOf(page);
  const editor = page.getByRole("textbox", { name: "New memo" });
  const strip = composer.getByRole("list", { name: "Attachments" });
  await editor.click();
  await page.keyboard.type("Three pictures of the harbour");
  await choose(page, composer, [
    await paint(page, { name: "chosen.png", width: 400, height: 300, colour: "teal" }),
  ]);
  await expect(strip.getByText("chosen.png")).toBeVisible();
  const bar = composer.getByRole("toolbar");
  await hand(
    bar,
    "paste",
    await paint(page, { name: "pasted.png", width: 300, height: 400, colour: "sienna" }),
  );
  await hand(
    bar,
    "drop",
    await paint(page, { name: "dropped.png", width: 500, height: 200, colour: "indigo" }),
  );
  await expect(strip.getByRole("listitem")).toHaveCount(3);
  await expect(strip.getByRole("button", { name: "Remove dropped.png" })).toBeVisible();
  await expect(editor).toHaveText("Three pictures of the harbour");
  await expectAccessible(page, "composer with files");

  await page.reload();
  await expect(strip.getByRole("listitem")).toHaveCount(3);
  await expect(editor).toContainText("Three pictures");
  await composer.getByRole("button", { name: "Save" }).click();
  const card = device.memo("Three pictures of the harbour");
  await expect(card.getByRole("list", { name: "Images" }).getByRole("listitem")).toHaveCount(3);
  await expect(strip).toBeHidden();
  await page.reload();
  await expectShown(card.getByRole("button", { name: "Open chosen.png" }).locator("img"), 400, 300);
  await expectShown(card.getByRole("button", { name: "Open pasted.png" }).locator("img"), 300, 400);
  await expect(strip).toBeHidden();
});

test("returns the focus to the text after files were chosen, so that keys type and save", async ({
  device,
}) => {
  const { page } = device;
  const composer = composerOf(page);
  const editor = page.getByRole("textbox", { name: "New memo" });
  const text = { name: "tides.txt", mimeType: "text/plain", buffer: Buffer.from("high water") };
  await editor.click();
  await page.keyboard.type("Written before");
  await choose(page, composer, [text]);
  await expect(editor).toBeFocused();
  await expect(composer.getByRole("button", { name: "Remove tides.txt" })).toBeVisible();
  await page.keyboard.type(" and after");
  await page.keyboard.press("Control+Enter");
  const card = device.memo("Written before and after");
  await expect(card.getByRole("link", { name: /^Download tides\.txt/ })).toBeVisible();

  await card.hover();
  await card.getByRole("button", { name: "Edit", exact: true }).click();
  await choose(page, card, [{ ...text, name: "ebb.txt" }]);
  await expect(page.getByRole("textbox", { name: "Edit memo" })).toBeFocused();
  await expect(card.getByRole("button", { name: "Remove ebb.txt" })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("textbox", { name: "Edit memo" })).toBeHidden();
  await expect(card.getByRole("link", { name: /^Download ebb\.txt/ })).toBeVisible();
});

test("saves a memo that has only a file, and downloads a file that isn't an image from its row", async ({
  device,
}) => {
  const { page } = device;
  const composer = composerOf(page);
  const text = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("low water") };
  await choose(page, composer, [text]);
  await expect(composer.getByRole("button", { name: "Remove notes.txt" })).toBeVisible();
  await composer.getByRole("button", { name: "Save" }).click();
  const card = page.getByRole("article", { name: /notes\.txt$/ });
  const link = card.getByRole("link", { name: "Download notes.txt 9 B" });
  await expect(link).toBeVisible();
  const download = page.waitForEvent("download");
  await link.click();
  expect(await readFile(await (await download).path(), "utf8")).toBe("low water");
});

test("adds, renames and removes files in the editor of a memo, and undo restores a removed one", async ({
  device,
}) => {
  const { page } = device;
  await device.write("A memo that gets files");
  const card = device.memo("A memo that gets files");
  await card.hover();
  await card.getByRole("button", { name: "Edit", exact: true }).click();
  const editor = page.getByRole("textbox", { name: "Edit memo" });
  await expect(editor).toBeFocused();
  await choose(page, card, [
    await paint(page, { name: "one.png", width: 40, height: 30, colour: "olive" }),
    await paint(page, { name: "two.png", width: 40, height: 30, colour: "navy" }),
  ]);
  const strip = card.getByRole("list", { name: "Attachments" });
  await expect(strip.getByRole("button", { name: "Remove two.png" })).toBeVisible();
  await strip.getByRole("button", { name: "Rename one.png" }).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("first.png");
  await page.keyboard.press("Enter");
  await expect(strip.getByText("first.png")).toBeVisible();
  await expect(strip.getByRole("button", { name: "Rename first.png" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(strip.getByText("first.png")).toBeHidden();
  await expect(strip.getByRole("button", { name: "Remove two.png" })).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(strip.getByRole("listitem").first()).toContainText("first.png");
  await page.getByRole("button", { name: "Done" }).click();
  const images = card.getByRole("list", { name: "Images" });
  await expect(images.getByRole("button")).toHaveCount(2);
  await page.reload();
  await expect(images.getByRole("button", { name: "Open first.png" })).toBeVisible();
});

test("the lightbox works with the keyboard and returns the focus", async ({ device }) => {
  const { page } = device;
  const composer = composerOf(page);
  const colours = ["crimson", "teal", "indigo", "olive", "sienna", "navy"];
  const pictures = await Promise.all(
    colours.map((colour) =>
      paint(page, { name: `${colour}.png`, width: 640, height: 480, colour }),
    ),
  );
  await choose(page, composer, pictures);
  await expect(composer.getByRole("button", { name: "Remove navy.png" })).toBeVisible();
  await page.getByRole("textbox", { name: "New memo" }).click();
  await page.keyboard.type("Six colours");
  await page.keyboard.press("Control+Enter");
  const card = device.memo("Six colours");
  const images = card.getByRole("list", { name: "Images" });
  await expect(images.getByRole("listitem")).toHaveCount(4);
  const all = images.getByRole("button", { name: "Show all 6 images" });
  await all.focus();
  await page.keyboard.press("Enter");
  const lightbox = page.getByRole("dialog", { name: "olive.png" });
  await expect(lightbox).toBeVisible();
  await expectShown(lightbox.getByRole("img", { name: "olive.png" }), 640, 480);
  await expectAccessible(page, "the lightbox", { within: "[role=dialog]" });
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("dialog", { name: "sienna.png" })).toContainText("5 of 6");
  await page.keyboard.press("End");
  await expect(page.getByRole("dialog", { name: "navy.png" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Next image" })).toBeDisabled();
  for (let press = 0; press < 8; press += 1) await page.keyboard.press("Tab");
  await expect(page.getByRole("dialog").locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Home");
  await expect(page.getByRole("dialog", { name: "crimson.png" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(all).toBeFocused();
  await expectAccessible(page, "cards with pictures");
});

test("nothing moves when an image loads, because its size reserves the space", async ({
  device,
}) => {
  const { page } = device;
  const composer = composerOf(page);
  await choose(page, composer, [
    await paint(page, { name: "tall.png", width: 200, height: 1200, colour: "teal" }),
  ]);
  await expect(composer.getByRole("button", { name: "Remove tall.png" })).toBeVisible();
  await composer.getByRole("button", { name: "Save" }).click();
  const tile = page.getByRole("button", { name: "Open tall.png" });
  await expect(tile).toBeVisible();
  await page.route("**/file/attachments/**", () => new Promise(() => undefined));
  await page.reload();
  const waiting = await tile.boundingBox();
  expect(waiting?.height).toBe(420);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
  await expectShown(tile.locator("img"), 200, 1200);
  expect(await tile.boundingBox()).toEqual(waiting);
});

test("plays audio from the page's origin, and pastes text when the clipboard also has an image", async ({
  device,
}) => {
  const { page } = device;
  const composer = composerOf(page);
  await choose(page, composer, [{ name: "tone.wav", mimeType: "audio/wav", buffer: silence(2) }]);
  await expect(composer.getByRole("button", { name: "Remove tone.wav" })).toBeVisible();
  const editor = page.getByRole("textbox", { name: "New memo" });
  await editor.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "A cell of a sheet");
    clipboardData.setData("text/html", "<td>A cell of a sheet</td>");
    clipboardData.items.add(new File(["x"], "cell.png", { type: "image/png" }));
    const init = { bubbles: true, cancelable: true, clipboardData };
    element.dispatchEvent(new ClipboardEvent("paste", init));
  });
  await expect(editor).toHaveText("A cell of a sheet");
  await composer.getByRole("button", { name: "Save" }).click();
  const card = device.memo("A cell of a sheet");
  const player = card.locator("audio");
  await expect
    .poll(() => player.evaluate((element: HTMLAudioElement) => element.duration))
    .toBeCloseTo(2);
  const place = card.getByRole("slider", { name: "Position in tone.wav" });
  await place.focus();
  await page.keyboard.press("ArrowRight");
  await expect(place).toHaveAttribute("aria-valuetext", "0:02 of 0:02");
  await place.press("PageDown");
  await card.getByRole("button", { name: "Play tone.wav" }).click();
  await expect
    .poll(() => player.evaluate((element: HTMLAudioElement) => element.played.length))
    .toBeGreaterThan(0);
  await expect(card.getByRole("button", { name: "Play tone.wav" })).toBeVisible();
  await expect(card).not.toContainText("cell.png");
});

test("dropping a file outside the composer doesn't navigate away from the page", async ({
  device,
}) => {
  const { page } = device;
  const { buffer } = await paint(page, { name: "a.png", width: 9, height: 9, colour: "teal" });
  const isLeft = await page
    .getByRole("heading", { name: "Timeline" })
    .evaluate((element, base64) => {
      const data = new DataTransfer();
      data.items.add(new File([base64], "a.png", { type: "image/png" }));
      const init = { bubbles: true, cancelable: true, dataTransfer: data };
      const isOverLeft = element.dispatchEvent(new DragEvent("dragover", init));
      return [isOverLeft, element.dispatchEvent(new DragEvent("drop", init))];
    }, buffer.toString("base64"));
  expect(isLeft).toEqual([false, false]);
  await expect(composerOf(page).getByText("a.png")).toBeHidden();
});

test("reports a file that is too large or fails to upload, without losing the draft", async ({
  device,
}) => {
  const { page } = device;
  const composer = composerOf(page);
  const editor = page.getByRole("textbox", { name: "New memo" });
  // The page knows the limit once it has loaded the profile. Until then, only the host refuses the file.
  await Promise.all([
    page.waitForResponse((response) => /\/trpc\/[^?]*profile/.test(response.url())),
    page.reload(),
  ]);
  await expect(editor).toBeVisible();
  await page.evaluate(() => {
    Object.defineProperty(File.prototype, "size", {
      get: () => 100_000_000,
      configurable: true,
    });
  });
  await hand(editor, "drop", {
    name: "film.mov",
    mimeType: "video/quicktime",
    buffer: Buffer.from("x"),
  });
  await expect(composer.getByText("Too large (limit 67 MB).")).toBeVisible();
  await composer.getByRole("button", { name: "Dismiss film.mov" }).click();
  await expect(composer.getByText("film.mov")).toBeHidden();
  await page.reload();
  await page.route("**/files?*", (route) => route.abort());
  await hand(editor, "drop", {
    name: "lost.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("x"),
  });
  await expect(composer.getByText("Couldn’t attach the file. Try again.")).toBeVisible();
  await page.unrouteAll();
  await composer.getByRole("button", { name: "Try again: lost.txt" }).click();
  await composer.getByRole("button", { name: "Remove lost.txt" }).click();
  await expect(composer.getByText("lost.txt")).toBeHidden();
});
