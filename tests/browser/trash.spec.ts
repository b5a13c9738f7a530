import { expect } from "@playwright/test";
import { openRouter } from "../system/app-router.ts";
import { expectAccessibleInBoth } from "./expect-accessible.ts";
import { test } from "./file-app.ts";

test.use({ sharesPage: true });

test("the trash shows when memos will be deleted, and asks with their number before it is emptied", async ({
  app,
  device,
}) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  const write = async (content: string) => (await memos.create.mutate({ content })).id;
  const kept = await write("Stays where it is");
  const ids = [await write("First out"), await write("Second out"), await write("Third out")];
  for (const id of ids.toReversed()) await memos.trash.mutate({ ids: [id] });
  await page.getByRole("navigation").getByRole("link", { name: "Trash" }).click();

  await expect(page.getByText("3 memos · Deleted forever after 30 days.")).toBeVisible();
  await expect(page.getByText("Deleted today")).toBeVisible();
  // Ordered by the time of trashing, not of creation.
  const cards = page.getByRole("feed").getByRole("article");
  await expect(cards).toContainText(["First out", "Second out", "Third out"]);
  await expect(cards.first()).toContainText("30 days left");
  await expectAccessibleInBoth(page, "trash");

  await device.choose("Second out", "Restore");
  await expect(cards).toHaveCount(2);
  await page.getByRole("button", { name: "Empty trash" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete 2 memos forever?" });
  await expect(question).toContainText("This can’t be undone.");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(cards).toHaveCount(2);
  await page.getByRole("button", { name: "Empty trash" }).click();
  await question.getByRole("button", { name: "Delete forever" }).click();
  await expect(page.getByText("Trash is empty")).toBeVisible();
  await expect(page.getByText("2 memos deleted forever").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Empty trash" })).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
  const left = await memos.list.query({ view: "timeline" });
  expect(left.memos.map(({ id }) => id)).toContain(kept);
  await page.getByRole("navigation").getByRole("link", { name: "Timeline" }).click();
  await expect(device.memo("Second out")).toBeVisible();
  await expect(device.memo("Stays where it is")).toBeVisible();
});

test("the archive counts its memos and restores them", async ({ app, device }) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  const { id } = await memos.create.mutate({ content: "Put away" });
  await memos.update.mutate({ id, patch: { state: "ARCHIVED" } });
  await page.getByRole("navigation").getByRole("link", { name: "Archive" }).click();
  await expect(
    page.getByText("1 memo · Archived memos are hidden from the timeline."),
  ).toBeVisible();
  const card = device.memo("Put away");
  await card.hover();
  await card.getByRole("button", { name: "Unarchive" }).click();
  await expect(page.getByText("Nothing archived")).toBeVisible();
});
