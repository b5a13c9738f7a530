import { expect } from "@playwright/test";
import { drawFrames } from "./draw-frames.ts";
import { test } from "./file-app.ts";

// Runs in order in one worker: the tests share one app.
test.describe.configure({ mode: "default" });
test.use({ sharesPage: true });

test("a memo is written, tagged, found, archived, trashed and restored with the keyboard alone", async ({
  device,
}) => {
  const { page } = device;
  const keys = page.keyboard;
  const card = device.memo("Tide tables for Brest");

  await test.step("the composer has the focus, and Ctrl+Enter saves", async () => {
    await expect(page.getByRole("textbox", { name: "New memo" })).toBeFocused();
    await keys.type("Tide tables for Brest");
    await keys.press("Control+Enter");
    await expect(card).toBeVisible();
    await expect(page.getByRole("textbox", { name: "New memo" })).toBeFocused();
  });

  await test.step("Escape goes to the list, e edits, and the sidebar lists the tag", async () => {
    await keys.press("Escape");
    await expect(card).toBeFocused();
    await keys.press("e");
    await expect(page.getByRole("textbox", { name: "Edit memo" })).toBeFocused();
    await keys.type(" #sea");
    await keys.press("Escape");
    await expect(card).toBeFocused();
    await expect(card.getByRole("link", { name: "#sea" })).toBeVisible();
    await expect(page.getByRole("treeitem", { name: "sea", exact: true })).toBeVisible();
  });

  await test.step("/ searches, the arrow goes to what was found", async () => {
    await keys.press("/");
    const search = page.getByRole("searchbox", { name: "Search memos" });
    await expect(search).toBeFocused();
    await keys.type("#sea brest");
    await expect(search).toHaveAccessibleDescription("1 memo");
    await keys.press("ArrowDown");
    await expect(card).toBeFocused();
  });

  await test.step("a archives a memo that still matches; with an empty list the focus isn't lost", async () => {
    await keys.press("a");
    await expect(card).toContainText("archived");
    await keys.press("a");
    await expect(card).not.toContainText("archived");
    await keys.press("Control+f");
    const scope = page.getByRole("button", { name: "This view" });
    for (let tabs = 0; tabs < 5; tabs += 1) {
      if (await scope.evaluate((element) => element === document.activeElement)) break;
      await keys.press("Tab");
    }
    await keys.press("Enter");
    await expect(scope).toHaveAttribute("aria-pressed", "true");
    await reachCard();
    await keys.press("a");
    await expect(card).toBeHidden();
    await expect(page.getByText("No matching memos")).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
    await keys.press("Control+f");
    await keys.press("Escape");
    await keys.press("Tab");
  });

  await test.step("the archive lists it, and a restores it", async () => {
    await goByLink("Archive");
    await expect(page.getByRole("heading", { level: 1, name: "Archive" })).toBeVisible();
    await reachCard();
    await keys.press("a");
    await expect(card).toBeHidden();
    await goByLink("Timeline");
    await expect(card).toBeVisible();
  });

  await test.step("Delete moves to the trash, Ctrl+Z undoes that, and the trash restores after a second Delete", async () => {
    await reachCard();
    await keys.press("Delete");
    await expect(card).toBeHidden();
    await keys.press("Control+z");
    await expect(card).toBeVisible();
    await reachCard();
    await keys.press("Delete");
    await expect(card).toBeHidden();
    await goByLink("Trash");
    await reachCard();
    await keys.press("Tab");
    await expect(card.getByRole("button", { name: "Restore" })).toBeFocused();
    await keys.press("Enter");
    await expect(card).toBeHidden();
    await goByLink("Timeline");
    await expect(card).toBeVisible();
  });

  /** Opens a link of the sidebar with Shift+Tab and Enter. */
  async function goByLink(name: string): Promise<void> {
    const link = page.getByRole("navigation").getByRole("link", { name });
    await keys.press("Control+f");
    for (let tabs = 0; tabs < 40; tabs += 1) {
      if (await link.evaluate((element) => element === document.activeElement)) break;
      await keys.press("Shift+Tab");
    }
    await keys.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  }

  /** Moves the focus from the search field into the list. */
  async function reachCard(): Promise<void> {
    await expect(card).toBeVisible();
    await keys.press("Control+f");
    await keys.press("ArrowDown");
    await expect(card).toBeFocused();
  }
});

test("g and a letter switch views while the list has the focus", async ({ device }) => {
  const { page } = device;
  await device.write("Chords go places\n\n- [ ] try them");
  await expect(device.memo("Chords go places")).toBeVisible();
  await page.keyboard.press("Escape");
  for (const [keys, title] of [
    ["gk", "Tasks"],
    ["gt", "Timeline"],
  ] as const) {
    // Moves from the search field into the list once it shows the memo or the task.
    await expect(page.getByRole("checkbox", { name: "try them" })).toBeVisible();
    await page.keyboard.press("Control+f");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.type(keys);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  }
});

test("? and Ctrl+/ open the keyboard shortcuts, and Escape returns the focus", async ({
  device,
}) => {
  const { page } = device;
  await device.write("Keys have a sheet");
  const card = device.memo("Keys have a sheet");
  await expect(card).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card).toBeFocused();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(card).toBeFocused();
  await page.keyboard.press("Control+/");
  await expect(sheet).toBeVisible();
});

test("skip links go to the list and to the composer", async ({ device }) => {
  const { page } = device;
  await device.write("Skipping leads here");
  await expect(device.memo("Skipping leads here")).toBeVisible();
  await page.getByRole("button", { name: "Skip to memos" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("feed").getByRole("article").first()).toBeFocused();
  await page.getByRole("button", { name: "Skip to composer" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "New memo" })).toBeFocused();
});

test("a field focused while a popup is closing keeps the focus", async ({ device }) => {
  const { page } = device;
  const composer = page.getByRole("textbox", { name: "New memo" });
  // The focus moves before or after the popup has closed. The page counts the frames itself, because a click
  // sent from the test can take longer than the popup needs to close.
  for (const frames of [0, 1, 2, 4]) {
    await device.syncPill().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await composer.evaluate((element, count) => {
      const leave = async (): Promise<void> => {
        for (let left = count; left > 0; left -= 1) await new Promise(requestAnimationFrame);
        element.focus();
      };
      window.addEventListener("keydown", () => void leave(), { once: true, capture: true });
    }, frames);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(composer).toBeFocused();
    // A popup returns the focus in a frame after it has closed.
    await drawFrames(page, 6);
    await page.keyboard.type("x");
    await expect(composer).toHaveText("x");
    await page.keyboard.press("Backspace");
  }
  await device.syncPill().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(device.syncPill()).toBeFocused();
});

test.describe("an editor that isn't loaded yet", () => {
  // The files of the editor must not be in a cache.
  test.use({ sharesPage: false });

  test("text typed right after Ctrl+N or e goes into the editor and triggers no shortcuts", async ({
    device,
  }) => {
    const { page } = device;
    const keys = page.keyboard;
    await device.write("Neaps");
    // Escape moves the focus to the newest memo of the list.
    await expect(device.memo("Neaps")).toBeVisible();
    await keys.press("Escape");
    await expect(device.memo("Neaps")).toBeFocused();
    await keys.press("Control+n");
    await keys.type("a first");
    await keys.press("Control+Enter");
    await expect(device.memo("a first")).toBeVisible();

    await device.memo("Neaps").focus();
    await keys.press("Enter");
    await expect(page.getByRole("heading", { name: "Comments" })).toBeVisible();
    await keys.press("Control+n");
    await keys.type("a second");
    await expect(page.getByRole("textbox", { name: "New memo" })).toBeFocused();
    await keys.press("Control+Enter");
    await expect(device.memo("a second")).toBeVisible();

    const neaps = device.memo("Neaps");
    await neaps.focus();
    await keys.press("e");
    await keys.type(" and springs");
    await expect(page.getByRole("textbox", { name: "Edit memo" })).toBeFocused();
    await keys.press("Escape");
    await expect(neaps).toHaveText(/Neaps and springs/);
  });

  test("keys typed right after opening a memo act on its page, in their order", async ({
    device,
  }) => {
    const { page } = device;
    await device.write("Slack water");
    await expect(device.memo("Slack water")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(device.memo("Slack water")).toBeFocused();
    // The page is loaded on its first opening, and the editor after it: "p" and "a" would pin and archive.
    await page.keyboard.press("Enter");
    await page.keyboard.type("e at papa");
    const editor = page.getByRole("textbox", { name: "Edit memo" });
    await expect(editor).toBeFocused();
    await expect(editor).toHaveText("Slack water at papa");
  });

  test("text typed right after t goes into the tag field, and after Ctrl+P into the palette", async ({
    device,
  }) => {
    const { page } = device;
    const keys = page.keyboard;
    await device.write("Slack water");
    const card = device.memo("Slack water");
    await expect(card).toBeVisible();
    let typed = Promise.withResolvers<void>();
    await page.route(/\/assets\/(?:tag-panel|palette-dialog)-[^/]*\.js$/, async (route) => {
      await typed.promise;
      await route.continue();
    });
    await page.reload();
    await card.focus();
    await keys.press("t");
    await keys.type("apple");
    await keys.press("Enter");
    await expect(page.getByRole("dialog")).toBeHidden();
    typed.resolve();
    await expect(card.getByRole("link", { name: "#apple" })).toBeVisible();
    await keys.press("Escape");
    await expect(card).toBeFocused();

    typed = Promise.withResolvers<void>();
    await page.reload();
    await card.focus();
    await keys.press("Control+p");
    await keys.type("slack");
    await keys.press("Enter");
    typed.resolve();
    await expect(page.locator("article.reading")).toContainText("Slack water");
  });
});
