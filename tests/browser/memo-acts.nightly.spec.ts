import { expect, type Page } from "@playwright/test";
import { openRouter } from "../system/app-router.ts";
import { test } from "./file-app.ts";
import { expectAccessible } from "./expect-accessible.ts";

async function openMemo(page: Page, id: string): Promise<void> {
  await page.evaluate((memo) => (location.hash = `#/m/${memo}`), id);
  await expect(page.getByRole("article")).toBeFocused();
}

test("reactions to a memo and to a comment are counted and can be removed", async ({
  app,
  device,
}) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  const { id } = await memos.create.mutate({ content: "A spring tide" });
  await memos.create.mutate({ content: "Seen from the quay", parent: id });
  const card = device.memo("A spring tide");
  await device.memo("A spring tide").hover();
  await card.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitemcheckbox", { name: "👍" }).click();
  const chip = card.getByRole("button", { name: "👍, 1" });
  await expect(chip).toHaveAttribute("aria-pressed", "true");
  await chip.focus();
  await page.keyboard.press("Enter");
  await expect(chip).toBeHidden();

  await openMemo(page, id);
  const article = page.getByRole("article");
  await article.getByRole("button", { name: "Add reaction" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitemcheckbox", { name: "👍" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(article.getByRole("button", { name: "❤️, 1" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );

  const comment = page.getByRole("listitem").filter({ hasText: "Seen from the quay" });
  await comment.getByRole("button", { name: "Add reaction" }).click();
  await page.getByRole("menuitemcheckbox", { name: "👀" }).click();
  await expect(comment.getByRole("button", { name: "👀, 1" })).toBeVisible();
  await expectAccessible(page, "reactions");
  await page.reload();
  await expect(comment.getByRole("button", { name: "👀, 1" })).toBeVisible();
  await expect(article.getByRole("button", { name: "❤️, 1" })).toBeVisible();
});

test("changes a memo's visibility in its menu; Public explains itself and asks until confirmed once", async ({
  device,
}) => {
  const { page } = device;
  await device.write("For whoever comes by");
  const card = device.memo("For whoever comes by");
  const choose = async (name: string): Promise<void> => {
    await card.hover();
    await card.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Visibility" }).click();
    await expect(
      page.getByText("Nobody else can read it until you connect to a server.", { exact: true }),
    ).toBeVisible();
    await page.getByRole("menuitemradio", { name }).click();
  };
  await choose("Public");
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("You’re not connected to a server");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(card.getByText("Public")).toBeHidden();

  await choose("Public");
  await question.getByRole("button", { name: "Make public" }).click();
  await expect(card.getByText("Public")).toBeVisible();
  await choose("Private");
  await expect(card.getByText("Public")).toBeHidden();
  await choose("Public");
  await expect(card.getByText("Public")).toBeVisible();
});

test("links a memo to another found by search, which then shows the backlink", async ({
  app,
  device,
}) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  for (let n = 0; n < 12; n++) await memos.create.mutate({ content: `Buoy number ${n}` });
  const light = await memos.create.mutate({ content: "# The light at the mole" });
  const { id } = await memos.create.mutate({ content: "Approach by night" });
  await openMemo(page, id);
  const links = page.getByRole("region", { name: /^Links and backlinks/ });
  const field = links.getByRole("combobox", { name: "Link to a memo…" });
  await field.fill("buoy");
  await expect(page.getByRole("option")).toHaveCount(8);
  await field.fill("light mole");
  await expect(page.getByRole("option")).toHaveText([/The light at the mole/]);
  await page.keyboard.press("Enter");
  const row = links.getByRole("link", { name: "The light at the mole" });
  await expect(row).toBeVisible();
  await expect(field).toHaveValue("");
  await expect(field).toBeFocused();

  await links.getByRole("button", { name: "Remove link to The light at the mole" }).click();
  await expect(row).toBeHidden();
  await page
    .getByRole("status")
    .filter({ hasText: "Link removed" })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(row).toBeVisible();
  await expectAccessible(page, "links");

  await row.click();
  await expect(page.getByRole("article", { name: "The light at the mole" })).toBeVisible();
  await expect(links.getByRole("link", { name: "Approach by night" })).toBeVisible();
  expect((await memos.links.query({ id: light.id })).from).toHaveLength(1);
});

test("a memo's location is entered, validated, changed and removed", async ({ app, device }) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  const { id } = await memos.create.mutate({ content: "At anchor" });
  await openMemo(page, id);
  const info = page.getByRole("region", { name: "Info" });
  await info.getByRole("button", { name: "Add location" }).click();
  const form = info.getByRole("form", { name: "Location" });
  await expect(form.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Camaret");
  await form.getByRole("textbox", { name: "Latitude" }).fill("98");
  await form.getByRole("textbox", { name: "Longitude" }).fill("-4,59");
  await page.keyboard.press("Enter");
  await expect(form.getByRole("alert")).toHaveText("Enter a number from −90 to 90");
  await form.getByRole("textbox", { name: "Latitude" }).fill("48.28");
  await expectAccessible(page, "a location");
  await page.keyboard.press("Enter");
  const place = info.getByRole("link", { name: /Camaret/ });
  await expect(place).toHaveAttribute("href", "geo:48.28,-4.59");
  await expect(info.getByRole("button", { name: "Change location" })).toBeFocused();

  await page.keyboard.press("Enter");
  await form.getByRole("button", { name: "Remove" }).click();
  await expect(place).toBeHidden();
  await page.keyboard.press("z");
  await expect(place).toBeVisible();
});

test("a memo's page has a key for each action", async ({ app, device }) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  const { id } = await memos.create.mutate({ content: "By keys alone" });
  await openMemo(page, id);
  const article = page.getByRole("article");

  await expect(article.getByRole("button", { name: "Add reaction" })).toBeVisible();
  await page.keyboard.press("r");
  await expect(page.getByRole("menuitemcheckbox", { name: "👍" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(article.getByRole("button", { name: "Add reaction" })).toBeFocused();
  await page.keyboard.press("v");
  await page.getByRole("option", { name: "Signed-in users" }).press("Enter");
  await expect(page.getByRole("combobox", { name: "Visibility" })).toHaveText("Signed-in users");
  await expect(page.getByRole("combobox", { name: "Visibility" })).toBeFocused();
  await page.keyboard.press("l");
  await expect(page.getByRole("combobox", { name: "Link to a memo…" })).toBeFocused();
  // Shortcuts typed into a field are text.
  await page.keyboard.type("pave");
  await expect(page.getByRole("combobox", { name: "Link to a memo…" })).toHaveValue("pave");
  await page.keyboard.press("Escape");
  await article.focus();
  await page.keyboard.press("c");
  await expect(page.getByRole("textbox", { name: "Write a comment" })).toBeFocused();
});

test("Escape in the comment field returns to the memo and its shortcuts", async ({
  app,
  device,
}) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  const { id } = await memos.create.mutate({ content: "Said enough" });
  await openMemo(page, id);
  await page.keyboard.press("c");
  const field = page.getByRole("textbox", { name: "Write a comment" });
  await expect(field).toBeFocused();
  await page.keyboard.type("Half a thought");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("article")).toBeFocused();
  await expect(field).toHaveValue("Half a thought");
  await page.keyboard.press("c");
  await expect(field).toBeFocused();
});
