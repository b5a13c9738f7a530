import { expect } from "@playwright/test";
import { test } from "./file-app.ts";

test.use({ sharesPage: true });

test("a memo has a page for reading and editing, with keys to its neighbours", async ({
  device,
}) => {
  const { page } = device;
  await page.setViewportSize({ width: 1300, height: 800 });
  await device.write("Older by a moment");
  await device.write(
    `# Tide tables\n\n## Spring\n\nhigh\n\n## Neap\n\nlow\n\n${"more\n\n".repeat(80)}`,
  );
  await device.memo("Tide tables").focus();
  await page.keyboard.press("Enter");

  const article = page.getByRole("article", { name: "Tide tables" });
  await expect(article).toBeFocused();
  await expect(page.getByRole("feed")).toBeHidden();
  await expect(page).toHaveTitle("Tide tables · Tidemark");
  const panel = page.getByRole("complementary", { name: "About this memo" });
  const outline = panel.getByRole("region", { name: "Outline" });
  await expect(outline.getByRole("button")).toHaveText(["Spring", "Neap"]);
  await outline.getByRole("button", { name: "Neap" }).click();
  await expect(article.getByRole("heading", { name: "Neap" })).toBeFocused();
  await expect(panel.getByRole("region", { name: "Info" })).toContainText("Private");

  await test.step("e edits it in place", async () => {
    await page.keyboard.press("e");
    const editor = page.getByRole("textbox", { name: "Edit memo" });
    await expect(editor).toBeFocused();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("End");
    await page.keyboard.type(" of Brest");
    await outline.getByRole("button", { name: "Neap" }).click();
    await expect(editor).toBeFocused();
    await page.keyboard.type(" tide");
    await expect(editor).toContainText("Neap tide");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("heading", { name: "Tide tables of Brest" })).toBeVisible();
  });

  await test.step("] goes to the older neighbour, Back to the list", async () => {
    await page.getByRole("article").focus();
    await page.keyboard.press("]");
    await expect(page.getByRole("article", { name: "Older by a moment" })).toBeFocused();
    await page.getByRole("button", { name: "Back" }).click();
    await expect(device.memo("Tide tables of Brest")).toBeVisible();
  });
});

test("writes a comment on a memo's page without a server", async ({ device }) => {
  const { page } = device;
  await device.write("To be talked about");
  await device.memo("To be talked about").locator("time").click();
  const comments = page.getByRole("region", { name: /^Comments/ });
  await expect(comments).toContainText("No comments yet");
  await comments
    .getByRole("textbox", { name: "Write a comment" })
    .fill("It was **nine** centimetres.");
  await comments.getByRole("button", { name: "Send" }).click();
  await expect(comments.getByRole("listitem")).toContainText("It was nine centimetres.");
  await expect(comments.getByRole("textbox")).toHaveValue("");
  await page.reload();
  await expect(comments.getByRole("listitem")).toContainText("It was nine centimetres.");
});

test("an unsent comment survives a reload at its memo, and is gone once it is sent", async ({
  device,
}) => {
  const { page } = device;
  await device.write("Without a comment");
  await device.write("With half a comment");
  const field = page.getByRole("textbox", { name: "Write a comment" });
  const open = (memo: string) => device.memo(memo).locator("time").click();
  await open("With half a comment");
  await field.click();
  await page.keyboard.type("The tide was");
  // The page ends before the draft is saved at its usual time.
  await page.reload();
  await expect(field).toHaveValue("The tide was");
  await expect(page.getByRole("listitem").filter({ hasText: "The tide was" })).toHaveCount(0);

  await test.step("another memo has its own, empty draft", async () => {
    await page.getByRole("button", { name: "Back" }).click();
    await open("Without a comment");
    await expect(page.getByRole("article", { name: "Without a comment" })).toBeVisible();
    await expect(field).toHaveValue("");
    await page.getByRole("button", { name: "Back" }).click();
  });

  await test.step("it is continued, sent, and no draft remains", async () => {
    await open("With half a comment");
    await expect(field).toHaveValue("The tide was");
    await field.press("Control+End");
    await page.keyboard.type(" early.");
    await page.keyboard.press("Control+Enter");
    const sent = page.getByRole("listitem").filter({ hasText: "The tide was early." });
    await expect(sent).toBeVisible();
    await expect(field).toHaveValue("");
    await page.reload();
    await expect(sent).toBeVisible();
    await expect(field).toHaveValue("");
    await expect(sent).toHaveCount(1);
  });
});

test("the page of a missing memo says so and links back", async ({ device }) => {
  const { page } = device;
  await page.evaluate(() => (location.hash = "#/m/nothing-of-this-name"));
  await expect(page.getByText("Memo not found")).toBeVisible();
  await page.getByRole("button", { name: "Go to the timeline" }).click();
  await expect(page.getByRole("textbox", { name: "New memo" })).toBeVisible();
});

test("a long memo is cut off, and stays expanded after visiting another view", async ({
  device,
}) => {
  const { page } = device;
  await device.write(
    `Log of a week\n\n${"Wind from the west.\n\n".repeat(60)}[the end](https://example.org)`,
  );
  const card = device.memo("Log of a week");
  const height = async () => (await card.boundingBox())?.height ?? 0;
  await expect(card).toContainText(/2\d\d words/);
  expect(await height()).toBeLessThan(560);

  await card.getByRole("button", { name: "Show more" }).click();
  await expect.poll(height).toBeGreaterThan(1_500);
  await page.getByRole("navigation").getByRole("link", { name: "Archive" }).click();
  await page.getByRole("navigation").getByRole("link", { name: "Timeline" }).click();
  await expect.poll(height).toBeGreaterThan(1_500);
  await card.getByRole("button", { name: "Show less" }).click();
  await expect.poll(height).toBeLessThan(560);

  await test.step("focusing a link in the cut-off part expands the memo", async () => {
    await card.getByRole("link", { name: "the end" }).focus();
    await expect.poll(height).toBeGreaterThan(1_500);
    await expect(card.getByRole("link", { name: "the end" })).toBeFocused();
  });
});
