import { expect, type Locator, type Page } from "@playwright/test";
import { openRouter } from "../system/app-router.ts";
import { openDevice } from "../system/device-page.ts";
import { unusedAddress } from "../system/running-program.ts";
import { test } from "./file-app.ts";

// Runs in order in one worker: the tests share one app.
test.describe.configure({ mode: "default" });
test.use({ sharesPage: true });

async function beginEdit(page: Page, card: Locator): Promise<Locator> {
  await card.hover();
  await card.getByRole("button", { name: "Edit", exact: true }).click();
  const editor = page.getByRole("textbox", { name: "Edit memo" });
  await expect(editor).toBeFocused();
  return editor;
}

test("text typed into a memo is saved automatically and survives a reload", async ({ device }) => {
  const { page } = device;
  await device.write("A list of sails");
  const card = device.memo("A list of sails");
  const editor = await beginEdit(page, card);
  await page.keyboard.type(": jib, genoa");
  await page.keyboard.press("Escape");
  await expect(editor).toBeHidden();
  await expect(card).toContainText("A list of sails: jib, genoa");
  await expect(card).toBeFocused();
  await page.reload();
  await expect(device.memo("A list of sails: jib, genoa")).toBeVisible();
});

test("saves words typed just before the page closes", async ({ device }) => {
  const { page } = device;
  await device.write("Last words");
  await beginEdit(page, device.memo("Last words"));
  await page.keyboard.type(" are kept");
  await page.reload();
  await expect(device.memo("Last words are kept")).toBeVisible();
});

test.describe("an editor that isn't loaded yet", () => {
  // The files of the editor must not be in a cache.
  test.use({ sharesPage: false });

  test("applies all keys pressed while the editor's files are loading", async ({ device }) => {
    const { page } = device;
    await device.write("- Springs");
    const card = device.memo("Springs");
    await page.keyboard.press("Escape");
    await page.reload();
    const arrival = Promise.withResolvers<void>();
    await page.route("**/inline-editor*.js", async (route) => {
      await arrival.promise;
      await route.continue();
    });
    await card.focus();
    await page.keyboard.press("e");
    await page.keyboard.type(" and neapz");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("s");
    await page.keyboard.press("Enter");
    await page.keyboard.type("the ");
    await page.keyboard.press("Control+b");
    await page.keyboard.type("moon");
    await page.keyboard.press("Escape");
    // Keys after Escape aren't text.
    await page.keyboard.type("jx");
    // The keys are queued, not run as commands of the list.
    await expect(card).toBeFocused();
    arrival.resolve();
    await expect(card.getByRole("listitem")).toHaveText(["Springs and neaps", "the moon"]);
    await expect(card.locator("strong")).toHaveText("moon");
    await expect(page.getByRole("textbox", { name: "Edit memo" })).toBeHidden();
    await expect(card).toBeFocused();
  });

  test("a key pressed as the editor appears is applied after those typed before", async ({
    device,
  }) => {
    const { page } = device;
    await device.write("Ebb");
    const card = device.memo("Ebb");
    // Escape moves the focus to the newest memo of the list.
    await expect(card).toBeVisible();
    await page.keyboard.press("Escape");
    await page.evaluate(() => {
      const leave = ({ target }: FocusEvent): void => {
        if (!(target instanceof HTMLElement) || !target.isContentEditable) return;
        window.removeEventListener("focusin", leave, true);
        // At the earliest moment at which the browser could deliver another key.
        setTimeout(() => {
          const key = { key: "Escape", bubbles: true, cancelable: true };
          target.dispatchEvent(new KeyboardEvent("keydown", key));
        });
      };
      window.addEventListener("focusin", leave, true);
    });
    await expect(card).toBeFocused();
    await page.keyboard.press("e");
    await page.keyboard.type(" and flood");
    await expect(card).toHaveText(/Ebb and flood/);
    await expect(page.getByRole("textbox", { name: "Edit memo" })).toBeHidden();
  });

  test("Escape before the editor has loaded leaves the memo unchanged and the list takes keys again", async ({
    device,
  }) => {
    const { page } = device;
    await device.write("Slack water");
    const card = device.memo("Slack water");
    await page.keyboard.press("Escape");
    await page.reload();
    await page.route("**/inline-editor*.js", () => undefined);
    await card.focus();
    await page.keyboard.press("e");
    await page.keyboard.press("Escape");
    await page.keyboard.press("p");
    await expect(card.getByRole("button", { name: "Unpin" })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Edit memo" })).toBeHidden();
  });
});

test("an unsaved new memo is a draft after a reload", async ({ device }) => {
  const { page } = device;
  const composer = page.getByRole("textbox", { name: "New memo" });
  await composer.click();
  await page.keyboard.type("Half a thought");
  await page.reload();
  await expect(composer).toContainText("Half a thought");
  await composer.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
});

test("a memo trashed elsewhere while it is edited keeps the last words and can be restored", async ({
  app,
  device,
}) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  await device.write("Buoy number nine");
  const editor = await beginEdit(page, device.memo("Buoy number nine"));
  await page.keyboard.type(" was moved");
  const found = await memos.list.query({ search: "buoy" });
  await memos.trash.mutate({ ids: found.memos.map(({ id }) => id) });
  await expect(
    page.getByRole("status").getByText("Moved to trash elsewhere, including your changes."),
  ).toBeVisible();
  await expect(editor).toBeHidden();
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(device.memo("Buoy number nine was moved")).toBeVisible();
});

test.describe("fake clock", () => {
  // A fake clock remains in its browser context.
  test.use({ sharesPage: false });

  test("offers to save the text as a new memo if the memo is deleted while it is edited", async ({
    app,
    device,
  }) => {
    const { page } = device;
    const { memos } = await openRouter(app.url);
    await device.write("Lamp of the pier");
    await beginEdit(page, device.memo("Lamp of the pier"));
    await page.keyboard.type(" is out");
    const found = await memos.list.query({ search: "lamp" });
    const ids = found.memos.map(({ id }) => id);
    await memos.trash.mutate({ ids });
    await page.clock.install();
    await memos.purge.mutate({ ids });
    const keep = page.getByRole("button", { name: "Save as new memo" });
    await expect(keep).toBeVisible();
    await page.clock.fastForward(60_000);
    await expect(keep).toBeVisible();
    await keep.click();
    await expect(device.memo("Lamp of the pier is out")).toBeVisible();
    expect((await memos.list.query({ search: "lamp" })).memos.map(({ id }) => id)).not.toEqual(ids);
  });
});

test("two pages edit one memo at once: both show all words, and undo reverts only their own", async ({
  app,
  browser,
  device,
}) => {
  await device.write("We meet here.");
  await using other = await openDevice(browser, app.url);
  const mine = await beginEdit(device.page, device.memo("We meet here."));
  const theirs = await beginEdit(other.page, other.memo("We meet here."));

  // Inserted at once: keys that a busy machine delays become several undo steps.
  await device.page.keyboard.insertText(" mine");
  await expect(theirs).toContainText("We meet here. mine");
  await expect(other.page.locator(".typing-note")).toHaveText("Another window is typing");
  await other.page.keyboard.press("Control+Home");
  await other.page.keyboard.type("theirs ");
  await expect(mine).toContainText("theirs We meet here. mine");

  await device.page.keyboard.press("Control+z");
  await expect(mine).toHaveText("theirs We meet here.");
  await expect(theirs).toHaveText("theirs We meet here.");
  await device.page.keyboard.press("Control+z");
  await expect(mine).toHaveText("theirs We meet here.");
  await device.page.keyboard.press("Control+y");
  await expect(theirs).toHaveText("theirs We meet here. mine");

  await device.page.keyboard.press("Escape");
  await other.page.keyboard.press("Escape");
  await expect(device.memo("theirs We meet here. mine")).toBeVisible();
  await expect(other.memo("theirs We meet here. mine")).toBeVisible();
});

test("a memo that arrives during an edit doesn't disturb the editor, its caret or its undo history", async ({
  app,
  browser,
  device,
}) => {
  const { page } = device;
  await device.write("Undisturbed");
  const editor = await beginEdit(page, device.memo("Undisturbed"));
  await page.keyboard.insertText(" w");
  await using other = await openDevice(browser, app.url);
  await other.write("Arrived meanwhile");
  await expect(device.memo("Arrived meanwhile")).toBeVisible();
  await expect(editor).toBeFocused();
  // Inserted at once: keys pressed half a second apart are separate undo steps.
  await page.keyboard.insertText("ords");
  await expect(editor).toHaveText("Undisturbed words");
  await page.keyboard.press("Control+z");
  await expect(editor).toHaveText("Undisturbed w");
  await page.keyboard.press("Control+z");
  await expect(editor).toHaveText("Undisturbed");
  await page.keyboard.press("Escape");
  await expect(device.memo("Undisturbed")).toBeFocused();
  await other.write("Arrived later");
  await expect(device.memo("Arrived later")).toBeVisible();
  await expect(device.memo("Undisturbed")).toBeFocused();
});

test("Escape and then Tab leave the composer; inside a list Tab indents", async ({ device }) => {
  const { page } = device;
  const composer = page.getByRole("textbox", { name: "New memo" });
  await composer.click();
  await page.keyboard.type("- one");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("below");
  await page.keyboard.press("Control+Enter");
  const nested = device.memo("one").getByRole("listitem").getByRole("listitem");
  await expect(nested).toHaveText("below");
  await page.keyboard.press("Escape");
  await expect(composer).not.toBeFocused();
});

test("the composer's toolbar doesn't move while hints appear and disappear", async ({
  device,
  browser,
  app,
}) => {
  const { page } = device;
  const composer = page.locator(".composer");
  await page.getByRole("textbox", { name: "New memo" }).click();
  await page.keyboard.type("Words to keep");
  await expect(composer).toContainText("Draft saved");
  const before = await composer.boundingBox();
  await expect(composer.getByText("Ctrl+Enter")).toBeAttached();
  await expect(composer).toContainText("Draft saved");
  expect(await composer.boundingBox()).toEqual(before);
  await page.keyboard.press("Control+Enter");

  const context = await browser.newContext({
    locale: "de-DE",
    viewport: { width: 380, height: 800 },
  });
  const german = await context.newPage();
  await german.goto(await unusedAddress(app.url));
  const topOf = async (name: string): Promise<number | undefined> =>
    (await german.locator(".composer").getByRole("button", { name, exact: true }).boundingBox())?.y;
  await expect(german.locator(".composer[data-rest]")).toBeVisible();
  expect(await topOf("Dateien anhängen")).toBe(await topOf("Aufnehmen"));
  await context.close();
});
