import { expect } from "@playwright/test";
import { drawFrames } from "./draw-frames.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { test } from "./seeded-app.ts";

test.describe.configure({ mode: "default" });
test.use({ sharesPage: true });

test("the palette opens memos, tags, views and commands with the keyboard alone", async ({
  device,
}) => {
  const { page } = device;
  const keys = page.keyboard;
  const field = page.getByRole("combobox", { name: "Go to a memo" });
  const lit = page.locator(".palette-row[data-highlighted]");

  await test.step("Ctrl+P opens it from anywhere, and a word of its title finds a memo", async () => {
    await keys.press("Control+p");
    await expect(field).toBeFocused();
    await expect(page.getByRole("group", { name: "Commands" })).toBeVisible();
    await keys.type("ouess");
    await expect(lit).toContainText("Passage to Ouessant");
    await expectAccessible(page, "palette");
    await keys.press("Enter");
    await expect(page.getByRole("heading", { name: "Passage to Ouessant" })).toBeVisible();
    await expect(field).toBeHidden();
  });

  await test.step("the last opened memo is the first of the recent ones", async () => {
    await keys.press("Control+k");
    await expect(lit).toContainText("Passage to Ouessant");
    await keys.press("Escape");
    await expect(field).toBeHidden();
  });

  await test.step("reopened while it is closing, it has the focus and takes the keys", async () => {
    // Keys are dispatched in the page, one per frame: sent from the test, they would arrive too late.
    await page.evaluate(async () => {
      const press = async (key: string, ctrlKey = false): Promise<void> => {
        const event = new KeyboardEvent("keydown", {
          key,
          ctrlKey,
          bubbles: true,
          cancelable: true,
        });
        (document.activeElement ?? document.body).dispatchEvent(event);
        await new Promise(requestAnimationFrame);
      };
      for (let time = 0; time < 10; time += 1) {
        await press("p", true);
        await press("Escape");
      }
      await press("p", true);
    });
    // A closing palette returns the focus in a later frame.
    await drawFrames(page, 6);
    await keys.type("harbour");
    await expect(field).toHaveValue("harbour");
    await keys.press("Escape");
    await expect(field).toBeHidden();
  });

  await test.step("> runs a command", async () => {
    await keys.press("Control+Shift+P");
    await expect(field).toHaveValue(">");
    await keys.type("dark");
    await expect(lit).toContainText("Theme: Dark");
    await keys.press("Enter");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await keys.press("Control+p");
    await expect(lit).toBeVisible();
    await expectAccessible(page, "palette, dark");
    await keys.press("Escape");
  });

  await test.step("? lists the shortcuts and runs one that applies here", async () => {
    await keys.press("Control+p");
    await keys.type("?pin");
    await expect(lit).toContainText("Pin or unpin");
    await expectAccessible(page, "palette, help");
    await keys.press("Control+a");
    await keys.type("?shortcuts");
    await keys.press("Enter");
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(sheet).toBeVisible();
    await keys.press("Escape");
    await expect(sheet).toBeHidden();
  });

  await test.step("@ goes to a view, and words without a match can be searched for", async () => {
    await keys.press("Control+p");
    await keys.type("@tra");
    await keys.press("Enter");
    await expect(page.getByRole("heading", { name: "Trash", level: 1 })).toBeVisible();
    await keys.press("Control+p");
    await keys.type("nobody wrote this");
    await expect(lit).toContainText("Search everywhere for “nobody wrote this”");
    await keys.press("Enter");
    await expect(page.getByRole("searchbox", { name: "Search memos" })).toHaveValue(
      "nobody wrote this",
    );
  });
});

test("# lists tags; Tab filters by one, Enter opens it", async ({ device, seeded }) => {
  const { page } = device;
  const keys = page.keyboard;
  await seeded.memos.create.mutate({ content: "# Keel bolts\n\nTorque them. #boat/keel" });
  await seeded.memos.create.mutate({ content: "# Keel colour\n\nGreen. #paint" });
  const field = page.getByRole("combobox", { name: "Go to a memo" });
  const options = page.getByRole("option");
  await keys.press("Control+p");
  await keys.type("#boat/k");
  await expect(options).toHaveCount(1);
  await keys.press("Tab");
  await expect(field).toHaveValue("#boat/keel ");
  await keys.type("keel");
  await expect(options.filter({ hasText: "Keel bolts" })).toBeVisible();
  await expect(options.filter({ hasText: "Keel colour" })).toBeHidden();
  await field.fill("#paint");
  await expect(options).toHaveCount(1);
  await keys.press("Enter");
  await expect(device.memo("Keel colour")).toBeVisible();
  await expect(device.memo("Keel bolts")).toBeHidden();
});

test("closing it without a choice restores the caret", async ({ device }) => {
  const { page } = device;
  const composer = page.getByRole("textbox", { name: "New memo" });
  await composer.click();
  await page.keyboard.press("Control+p");
  await expect(page.getByRole("combobox", { name: "Go to a memo" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(composer).toBeFocused();
});

test("Shift+Enter opens a memo in its editor", async ({ device, seeded }) => {
  const { page } = device;
  await seeded.memos.create.mutate({ content: "# Halyard\n\nToo short." });
  await page.keyboard.press("Control+p");
  await page.keyboard.type("halyard");
  await expect(page.locator(".palette-row[data-highlighted]")).toContainText("Halyard");
  await page.keyboard.press("Shift+Enter");
  await expect(page.getByRole("textbox", { name: "Edit memo" })).toBeFocused();
});
