import { expect, type Page } from "@playwright/test";
import { expectAccessibleInBoth } from "./expect-accessible.ts";
import { test } from "./seeded-app.ts";

test.describe.configure({ mode: "default" });
test.use({ sharesPage: true });

const panelOf = (page: Page) => page.getByRole("complementary", { name: "Memo in side panel" });

async function openFromPalette(page: Page, words: string, row: string): Promise<void> {
  await page.keyboard.press("Control+p");
  await page.keyboard.type(words);
  await expect(page.locator(".palette-row[data-highlighted]")).toContainText(row);
  await page.keyboard.press("Control+Enter");
}

test("reads a memo beside the composer with the keyboard alone", async ({ device }) => {
  const { page } = device;
  const keys = page.keyboard;
  const composer = page.getByRole("textbox", { name: "New memo" });
  const panel = panelOf(page);
  const sheet = panel.getByRole("article");
  await page.setViewportSize({ width: 1360, height: 800 });
  const address = page.url();
  await composer.click();
  await keys.type("Before noon");
  for (let back = 0; back < 5; back += 1) await keys.press("ArrowLeft");

  await test.step("Ctrl+Enter in the palette opens it in the panel, in place of the calendar", async () => {
    await expect(page.getByRole("complementary", { name: "Days" })).toBeVisible();
    await openFromPalette(page, "ouess", "Passage to Ouessant");
    await expect(panel.getByRole("heading", { name: "Passage to Ouessant" })).toBeVisible();
    await expect(sheet).toBeFocused();
    await expect(page.getByRole("complementary")).toHaveCount(1);
    await expect(page.getByRole("combobox", { name: "Go to a memo" })).toBeHidden();
    expect(page.url()).toBe(address);
    await expect(composer).toContainText("Before noon");
    await expectAccessibleInBoth(page, "a memo in the panel");
  });

  await test.step("arrows scroll it, and its checkboxes change the memo", async () => {
    await keys.press("End");
    await expect.poll(() => panel.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
    await panel.getByRole("checkbox", { name: "fill the tank" }).check();
    await expect(
      device.memo("Passage to Ouessant").getByRole("checkbox", { name: "fill the tank" }),
    ).toBeChecked();
  });

  await test.step("F6 switches between the composer and the panel", async () => {
    await sheet.focus();
    // Keeps the page busy while the editor takes the focus, which must not move the caret.
    await composer.evaluate((editor) => {
      const beBusy = (): void => {
        const endMs = performance.now() + 300;
        while (performance.now() < endMs);
      };
      editor.addEventListener("focus", beBusy, { once: true });
    });
    await keys.press("Shift+F6");
    await expect(composer).toBeFocused();
    await keys.type("after");
    await expect(composer).toContainText("Beforeafter noon");
    await keys.press("F6");
    await expect(sheet).toBeFocused();
  });

  await test.step("Escape closes it, and the caret is where it was", async () => {
    await keys.press("Escape");
    await expect(panel).toBeHidden();
    await expect(page.getByRole("complementary", { name: "Days" })).toBeVisible();
    await expect(composer).toBeFocused();
    await keys.type(" the");
    await expect(composer).toContainText("Beforeafter the noon");
  });
});

test("a memo's menu opens it beside the list, which doesn't scroll", async ({ device, seeded }) => {
  const { page } = device;
  await page.setViewportSize({ width: 1360, height: 800 });
  for (let n = 0; n < 9; n += 1) {
    await seeded.memos.create.mutate({
      content: `# Log ${n}\n\n${"Wind from the west.\n\n".repeat(4)}`,
    });
  }
  // Memos created in the same millisecond are in any order, so the test uses one in the middle of the window.
  await expect(page.getByRole("article").filter({ hasText: "Log " }).first()).toBeVisible();
  const list = page.locator("[data-scroller]");
  let words = "";
  await expect(async () => {
    await list.evaluate((scroller) => (scroller.scrollTop = 300));
    words = await list.evaluate(
      () => document.elementFromPoint(600, 450)?.closest("article")?.ariaLabel ?? "",
    );
    expect(words).toMatch(/, Log \d$/);
  }).toPass();
  const name = words.slice(words.indexOf("Log"));
  const card = device.memo(name);
  await card.hover();
  const top = async () => Math.round((await card.boundingBox())?.y ?? 0);
  const before = await top();
  await device.choose(name, "Open in side panel");
  const panel = panelOf(page);
  await expect(panel.getByRole("heading", { name })).toBeVisible();
  await expect(panel.getByRole("article")).toBeFocused();
  expect(await top()).toBe(before);

  await test.step("it stays open beside other screens and closes on its memo's page", async () => {
    await page.getByRole("navigation").getByRole("link", { name: "Archive" }).click();
    await expect(page.getByRole("heading", { name: "Archive", level: 1 })).toBeVisible();
    await expect(panel.getByRole("heading", { name })).toBeVisible();
    await panel.getByRole("link", { name: words }).click();
    await expect(page.getByRole("article", { name })).toBeFocused();
    await expect(panel).toBeHidden();
    await expect(page.getByRole("complementary", { name: "About this memo" })).toBeVisible();
  });
});

test("an unfinished comment survives opening and closing the panel", async ({ device }) => {
  const { page } = device;
  const keys = page.keyboard;
  await page.setViewportSize({ width: 1360, height: 800 });
  await openFromPalette(page, "pinned", "A pinned thought");
  await panelOf(page).getByRole("article").press("Enter");
  await expect(page.getByRole("article", { name: "A pinned thought" })).toBeFocused();
  const about = page.getByRole("complementary", { name: "About this memo" });
  const comment = about.getByRole("textbox", { name: "Write a comment" });
  const isBelow = async (): Promise<boolean> => {
    const text = await page.getByRole("article", { name: "A pinned thought" }).boundingBox();
    const panel = await about.boundingBox();
    return panel!.y >= text!.y + text!.height - 1;
  };
  await test.step("its menu doesn't offer the panel that is already open", async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await expect(page.getByRole("menuitem", { name: "Edit" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "Open in side panel" })).toBeHidden();
    await keys.press("Escape");
  });

  await comment.fill("Half of what I m");
  expect(await isBelow()).toBe(false);

  await openFromPalette(page, "ouess", "Passage to Ouessant");
  const sheet = panelOf(page).getByRole("article");
  await expect(sheet).toBeFocused();
  expect(await isBelow()).toBe(true);
  await expect(comment).toHaveValue("Half of what I m");

  await test.step("the bar stays on top while it scrolls", async () => {
    await comment.scrollIntoViewIfNeeded();
    await expect(page.getByRole("button", { name: "Back" })).toBeInViewport();
    await expectAccessibleInBoth(page, "a memo's page beside the panel");
  });

  await test.step("Escape returns to the comment, and typing continues", async () => {
    await sheet.focus();
    await keys.press("Escape");
    await expect(comment).toBeFocused();
    await keys.type("ean");
    await expect(comment).toHaveValue("Half of what I mean");
    expect(await isBelow()).toBe(false);
  });
});

test("in a narrower window a memo opens on its page, and its menu doesn't offer the panel", async ({
  device,
}) => {
  const { page } = device;
  await page.setViewportSize({ width: 1100, height: 800 });
  const card = page.getByRole("article").first();
  await card.hover();
  await card.getByRole("button", { name: "More actions" }).click();
  await expect(page.getByRole("menuitem", { name: "Edit" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Open in side panel" })).toBeHidden();
  await page.keyboard.press("Escape");
  await openFromPalette(page, "ouess", "Passage to Ouessant");
  await expect(page.getByRole("article", { name: "Passage to Ouessant" })).toBeFocused();
  await expect(page).toHaveURL(/#\/m\//);
  await expect(panelOf(page)).toBeHidden();
});
