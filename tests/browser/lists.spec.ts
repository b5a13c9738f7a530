import { expect } from "@playwright/test";
import { openDevice } from "../system/device-page.ts";
import { test } from "./file-app.ts";

// Runs in order in one worker: the tests share one app.
test.describe.configure({ mode: "default" });
test.use({ sharesPage: true });

test("pinned memos have a line that expands to a group above the days", async ({ device }) => {
  const { page } = device;
  await device.write("Pin me up");
  await device.write("Leave me down");
  const card = device.memo("Pin me up");
  await card.hover();
  await card.getByRole("button", { name: "Pin", exact: true }).click();
  const group = page.getByRole("button", { name: "Pinned" });
  const title = page.getByRole("button", { name: "Pin me up" });
  const first = page.getByRole("feed").getByRole("article").first();
  await expect(group).toHaveAttribute("aria-expanded", "false");
  await expect(title).toBeVisible();
  await expect(first).toContainText("Leave me down");
  await title.click();
  await expect(page.getByRole("article", { name: "Pin me up" })).toBeFocused();
  await page.getByRole("button", { name: "Back" }).click();
  await group.click();
  await expect(group).toHaveAttribute("aria-expanded", "true");
  await expect(first).toContainText("Pin me up");
  await group.click();
  await expect(first).toContainText("Leave me down");
  await card.hover();
  await card.getByRole("button", { name: "Unpin", exact: true }).click();
  await expect(group).toBeHidden();
});

test("a click on a tag filters the timeline; its chip and the sidebar remove the filter", async ({
  device,
}) => {
  const { page } = device;
  await device.write("Fog on the river #weather/fog");
  await device.write("Clear skies");
  await device.memo("Fog on the river").getByRole("link", { name: "#weather/fog" }).click();
  await expect(device.memo("Clear skies")).toBeHidden();
  await page.getByRole("button", { name: "Remove filter weather/fog" }).click();
  await expect(device.memo("Clear skies")).toBeVisible();
  const tree = page.getByRole("tree", { name: "Tags" });
  const parent = tree.getByRole("treeitem", { name: "weather", exact: true });
  await parent.focus();
  await page.keyboard.press("ArrowRight");
  const inSidebar = tree.getByRole("treeitem", { name: "weather/fog" });
  await inSidebar.click();
  await expect(inSidebar).toHaveAttribute("aria-selected", "true");
  await expect(device.memo("Clear skies")).toBeHidden();
  await inSidebar.click();
  await expect(device.memo("Clear skies")).toBeVisible();
});

test("the trash restores, and deletes permanently only after a confirmation", async ({
  device,
}) => {
  const { page } = device;
  await device.write("To be kept after all");
  await device.write("To be gone for good");
  for (const words of ["To be kept after all", "To be gone for good"]) {
    const card = device.memo(words);
    await device.choose(words, "Move to trash");
    await expect(card).toBeHidden();
  }
  await page.getByRole("navigation").getByRole("link", { name: "Trash" }).click();
  await expect(page.getByText("Deleted forever after 30 days.")).toBeVisible();

  const gone = device.memo("To be gone for good");
  await gone.hover();
  await gone.getByRole("button", { name: "Delete forever" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete this memo forever?" });
  await expect(question).toContainText("The memo and its version history will be deleted.");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(gone).toBeVisible();
  await gone.hover();
  await gone.getByRole("button", { name: "Delete forever" }).click();
  await question.getByRole("button", { name: "Delete forever" }).click();
  await expect(gone).toBeHidden();

  const kept = device.memo("To be kept after all");
  await kept.hover();
  await kept.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("Trash is empty")).toBeVisible();
  await page.getByRole("navigation").getByRole("link", { name: "Timeline" }).click();
  await expect(device.memo("To be kept after all")).toBeVisible();
  await expect(device.memo("To be gone for good")).toBeHidden();
});

test("Undo in the message restores a trashed memo in its place", async ({ device }) => {
  const { page } = device;
  await device.write("First of two");
  await device.write("Second of two");
  await device.choose("First of two", "Move to trash");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("feed").getByRole("article").nth(0)).toContainText("Second of two");
  await expect(page.getByRole("feed").getByRole("article").nth(1)).toContainText("First of two");
});

test("a memo written in one page appears in another", async ({ app, browser, device }) => {
  await using other = await openDevice(browser, app.url);
  await device.write("Seen next door");
  await expect(other.memo("Seen next door")).toBeVisible();
});
