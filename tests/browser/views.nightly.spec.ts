import { expect } from "@playwright/test";
import { expectAccessible } from "./expect-accessible.ts";
import { test } from "./seeded-app.ts";

test.describe.configure({ mode: "default" });
test.use({ viewport: { width: 1360, height: 900 } });

test("saves a search as a view, edits its conditions, moves it, and removes it with undo", async ({
  device,
  seeded,
}) => {
  const { page } = device;
  const keys = page.keyboard;
  const main = page.getByRole("navigation", { name: "Main" });
  const view = (title: string) => main.getByRole("link", { name: title, exact: true });
  const dialog = page.getByRole("dialog");
  for (const content of ["Anchor in the bay #sea", "Anchor chain #sea #shop", "Rope #shop"]) {
    await seeded.memos.create.mutate({ content });
  }

  await test.step("a search is saved as a view, with its words as the suggested name", async () => {
    await keys.press("Control+f");
    await keys.type("anchor");
    await page.getByRole("button", { name: "Save as view" }).click();
    await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("anchor");
    await expect(dialog.getByText("2 memos")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Name" }).fill("Ground tackle");
    await expectAccessible(page, "view dialog");
    await dialog.getByRole("button", { name: "Save view" }).click();
    await expect(page.getByRole("heading", { name: "Ground tackle", level: 1 })).toBeVisible();
    await expect(device.memo("Anchor in the bay")).toBeVisible();
    await expect(device.memo("Rope")).toBeHidden();
    await expect(view("Ground tackle")).toHaveAttribute("aria-current", "page");
    await expect(view("Ground tackle")).toHaveAccessibleDescription("2 memos");
  });

  await test.step("a new matching memo appears in it automatically", async () => {
    await seeded.memos.create.mutate({ content: "A second anchor" });
    await expect(device.memo("A second anchor")).toBeVisible();
    await expect(view("Ground tackle")).toHaveAccessibleDescription("3 memos");
  });

  await test.step("a condition is added, and an error is reported with its position", async () => {
    await main.getByRole("button", { name: "Actions for Ground tackle" }).click();
    await page.getByRole("menuitem", { name: "Edit…" }).click();
    await dialog.getByRole("combobox", { name: "Condition" }).selectOption("hasTag");
    await dialog.getByRole("combobox", { name: "Value" }).fill("shop");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(dialog.getByText("1 memo", { exact: true })).toBeVisible();
    const filter = dialog.getByRole("textbox", { name: "Filter" });
    await filter.click();
    await keys.press("Control+End");
    await keys.type(" && pined");
    await expect(dialog.getByText(/^Character \d+: .*pined/u)).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Save view" })).toBeDisabled();
    for (let n = 0; n < " && pined".length; n += 1) await keys.press("Backspace");
    await dialog.getByRole("button", { name: "Save view" }).click();
    await expect(device.memo("Anchor chain")).toBeVisible();
    await expect(device.memo("Anchor in the bay")).toBeHidden();
  });

  await test.step("the field completes fields and tags", async () => {
    await main.getByRole("button", { name: "New view" }).click();
    await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
    await dialog.getByRole("textbox", { name: "Filter" }).click();
    await keys.type("has_inc");
    await expect(page.getByRole("option", { name: /has_incomplete_tasks/u })).toBeVisible();
    await keys.press("Enter");
    await expect(dialog.getByRole("textbox", { name: "Filter" })).toHaveText(
      "has_incomplete_tasks",
    );
    await keys.press("Control+a");
    await keys.press("Delete");
    await dialog.getByRole("button", { name: "Without a tag" }).click();
    await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Without a tag");
    await dialog.getByRole("button", { name: "Choose an icon" }).click();
    await page.getByRole("searchbox", { name: "Find an icon" }).fill("sail");
    await page.getByRole("button", { name: "sailboat" }).click();
    await dialog.getByRole("button", { name: "Save view" }).click();
    await expect(page.getByRole("heading", { name: "Without a tag", level: 1 })).toBeVisible();
  });

  await test.step("views are moved with the menu and by dragging", async () => {
    const titles = () => main.locator(".view-item a").allInnerTexts();
    await main.getByRole("button", { name: "Actions for Without a tag" }).click();
    await page.getByRole("menuitem", { name: "Move up" }).click();
    await expect.poll(async () => (await titles())[0]).toContain("Without a tag");
    await view("Without a tag").dragTo(view("Ground tackle"), {
      targetPosition: { x: 40, y: 26 },
    });
    await expect.poll(async () => (await titles())[0]).toContain("Ground tackle");
  });

  await test.step("Ctrl and its number, or the palette, open a view", async () => {
    await keys.press("Control+2");
    await expect(page.getByRole("heading", { name: "Without a tag", level: 1 })).toBeVisible();
    await keys.press("Control+p");
    await keys.type("@ground");
    await keys.press("Enter");
    await expect(page.getByRole("heading", { name: "Ground tackle", level: 1 })).toBeVisible();
  });

  await test.step("a view is removed, and undo restores its position", async () => {
    await view("Ground tackle").click();
    await main.getByRole("button", { name: "Actions for Ground tackle" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await expect(view("Ground tackle")).toBeHidden();
    await expect(page.getByText("This view no longer exists")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(main.locator(".view-item a").first()).toContainText("Ground tackle");
  });
});
