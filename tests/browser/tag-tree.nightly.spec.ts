import { expect, type Page } from "@playwright/test";
import { openRouter } from "../system/app-router.ts";
import { expectAccessibleInBoth } from "./expect-accessible.ts";
import { test } from "./file-app.ts";

// Runs in order in one worker: the tests share one app.
test.describe.configure({ mode: "serial" });

const tree = (page: Page) => page.getByRole("tree", { name: "Tags" });
const tag = (page: Page, name: string) => tree(page).getByRole("treeitem", { name, exact: true });
const manager = (page: Page) => page.getByRole("dialog");
const countOf = (page: Page, name: string) => tag(page, name).locator("[data-count]");
const cards = (page: Page) => page.getByRole("feed").getByRole("article");

/** Chooses a row of a tag's menu, opened with Shift+F10. */
async function choose(page: Page, name: string, row: string): Promise<void> {
  await tag(page, name).focus();
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: row }).click();
}

test("F34 · keys expand the tree, and a parent tag lists memos of its subtags", async ({
  app,
  device,
}) => {
  const { page } = device;
  const keys = page.keyboard;
  const { memos } = await openRouter(app.url);
  for (const content of [
    "Slip #boat/winter",
    "Dock #boat/winter #boat/engine",
    "Paint #boat",
    "Swim #sea",
    "`#boat` in code",
  ]) {
    await memos.create.mutate({ content });
  }
  await expect(tag(page, "boat")).toHaveAttribute("aria-expanded", "false");
  await expect(countOf(page, "boat")).toHaveAttribute("data-count", "3");
  await tag(page, "boat").focus();
  await keys.press("ArrowRight");
  await expect(tree(page).getByRole("treeitem")).toHaveText(["boat", "engine", "winter", "sea"]);
  await keys.press("ArrowRight");
  await expect(tag(page, "boat/engine")).toBeFocused();
  await keys.press("ArrowDown");
  await expect(tag(page, "boat/winter")).toHaveAttribute("aria-level", "2");
  await keys.press("ArrowLeft");
  await expect(tag(page, "boat")).toBeFocused();
  await keys.press("s");
  await expect(tag(page, "sea")).toBeFocused();
  await keys.press("Home");
  await expectAccessibleInBoth(page, "the tree");

  await keys.press("Enter");
  await expect(cards(page)).toHaveCount(3);
  await expect(page).toHaveTitle(/#boat/);
  await expect(page).toHaveURL(/tag=boat%2F\*/);
  await expect(tag(page, "boat")).toHaveAttribute("aria-current", "page");
  await expect(page.getByText("#boat and subtags")).toBeVisible();
  // A memo created meanwhile is added to the list.
  await memos.create.mutate({ content: "Scrape #boat/winter/hull" });
  await expect(cards(page)).toHaveCount(4);
  await page.getByRole("button", { name: "Only #boat" }).click();
  await expect(cards(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Include subtags of #boat" }).click();
  await expect(cards(page)).toHaveCount(4);

  // Expanded tags stay expanded on this device, and a tag in a text opens its branch.
  await page.reload();
  await expect(tag(page, "boat/engine")).toBeVisible();
  await device.memo("Paint").getByRole("link", { name: "#boat" }).click();
  await expect(page.getByText("#boat and subtags")).toBeVisible();
});

test("A21 · renames a tag with a preview, and undo reverts it", async ({ app, device }) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  const textsOf = async () =>
    (await memos.list.query({})).memos.map(({ content }) => content).toSorted();
  const before = await textsOf();
  await choose(page, "boat", "Rename…");
  const name = manager(page).getByRole("textbox", { name: "New name" });
  await expect(name).toBeFocused();
  await name.fill("two words");
  await expect(manager(page).getByRole("alert")).toContainText("Tags can’t contain spaces.");
  await expect(manager(page).getByRole("button", { name: "Rename", exact: true })).toBeDisabled();
  await name.fill("sea");
  await expect(manager(page)).toContainText("4 memos will change");
  await expect(manager(page)).toContainText(
    "#sea already exists on 1 memo. The two tags will be merged.",
  );
  await expect(
    manager(page).getByRole("list", { name: "Examples" }).getByRole("listitem"),
  ).toHaveCount(3);
  await expect(manager(page).getByRole("button", { name: "Merge", exact: true })).toBeEnabled();
  await expectAccessibleInBoth(page, "a preview");
  await name.fill("ship");
  await expect(manager(page)).toContainText("#boat/… becomes #ship/…");
  await page.keyboard.press("Enter");
  await expect(manager(page)).toContainText("#boat is now #ship in 4 memos");
  await expect
    .poll(textsOf)
    .toEqual(
      before
        .map((text) => (text.startsWith("`") ? text : text.replaceAll("#boat", "#ship")))
        .toSorted(),
    );
  await page.keyboard.press("Escape");
  await expect(countOf(page, "ship")).toHaveAttribute("data-count", "4");
  await expect(tree(page).getByRole("treeitem", { name: "boat" })).toHaveCount(0);

  const message = page.getByRole("status").filter({ hasText: "#boat is now #ship" });
  await message.getByRole("button", { name: "Undo" }).click();
  await expect.poll(textsOf).toEqual(before);
  await expect(countOf(page, "boat")).toHaveAttribute("data-count", "4");
});

test("A22 · offers to rename memos that arrive later with the old tag", async ({ app, device }) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  await choose(page, "sea", "Rename…");
  await manager(page).getByRole("textbox", { name: "New name" }).fill("ocean");
  await page.keyboard.press("Enter");
  await expect(manager(page)).toContainText("#sea is now #ocean in 1 memo");
  await expectAccessibleInBoth(page, "the manager");
  await page.keyboard.press("Escape");
  const { id } = await memos.create.mutate({ content: "Late #sea" });
  await page.getByRole("button", { name: "Manage tags…" }).click();
  const offer = manager(page).getByRole("region", {
    name: "1 memo with #sea was added after you renamed it.",
  });
  await offer.getByRole("button", { name: "Rename to #ocean too" }).click();
  await expect.poll(async () => (await memos.get.query({ id })).content).toBe("Late #ocean");
  await expect(offer).toBeHidden();
});

test("a tag's colour is a dot in the tree and a tint in texts, for its subtags too", async ({
  device,
}) => {
  const { page } = device;
  const link = device.memo("Slip").getByRole("link", { name: "#boat/winter" });
  const groundOf = () => link.evaluate((element) => getComputedStyle(element).backgroundColor);
  const inkOf = () => link.evaluate((element) => getComputedStyle(element).color);
  const textInk = () => page.evaluate(() => getComputedStyle(document.body).color);
  const before = await groundOf();
  await choose(page, "boat", "Colour…");
  await manager(page).getByRole("radio", { name: "Violet" }).check();
  await expectAccessibleInBoth(page, "the colours");
  await page.keyboard.press("Escape");
  await expect.poll(groundOf).not.toBe(before);
  expect(await inkOf()).toBe(await textInk());
  await expect(tag(page, "boat").locator(".tag-dot")).toBeVisible();
  await expect(tag(page, "ocean").locator(".tag-dot")).toBeHidden();
  await expectAccessibleInBoth(page, "colours");
  // After a reload, the colour is there from the first paint.
  await page.reload();
  await expect(tag(page, "boat").locator(".tag-dot")).toBeVisible();
});

test("a memo with a blurred tag is hidden from sight, focus and screen readers until it is revealed", async ({
  device,
}) => {
  const { page } = device;
  await tag(page, "boat").focus();
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitemcheckbox", { name: "Blur" }).click();
  const card = device.memo("Slip");
  await expect(card).toHaveAttribute("aria-label", /Blurred memo/);
  const text = card.getByText("Slip");
  expect(await text.evaluate((element) => element.closest("[inert][aria-hidden]") !== null)).toBe(
    true,
  );
  await expect(card.getByRole("link", { name: "#boat/winter" })).toHaveCount(0);
  await expect(device.memo("Swim")).not.toHaveAttribute("aria-label", /Blurred memo/);
  await expectAccessibleInBoth(page, "blurred memos");

  await card.getByRole("button", { name: "Show this memo" }).click();
  await expect(card.getByRole("link", { name: "#boat/winter" })).toBeVisible();
  await expect(card).toBeFocused();
  await expect(device.memo("Paint").getByRole("button", { name: "Show this memo" })).toBeVisible();
  // The memo is blurred again after visiting another view.
  await page.getByRole("link", { name: "Tasks" }).click();
  await page.getByRole("link", { name: "Timeline" }).click();
  await expect(card.getByRole("button", { name: "Show this memo" })).toBeVisible();

  await page.keyboard.press("Control+Shift+H");
  await expect(device.memo("Swim")).toHaveAttribute("aria-label", /Blurred memo/);
  await page.reload();
  await expect(device.memo("Swim").getByRole("button", { name: "Show this memo" })).toBeVisible();
  await page.keyboard.press("Control+Shift+H");
  await expect(device.memo("Swim")).not.toHaveAttribute("aria-label", /Blurred memo/);
});

test("with many tags, a filter expands matches, and only visible rows are rendered", async ({
  app,
  device,
}) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  const names = Array.from({ length: 900 }, (_, at) => `#n${String(at).padStart(3, "0")}`);
  for (let at = 0; at < names.length; at += 50) {
    await memos.create.mutate({ content: names.slice(at, at + 50).join(" ") });
  }
  await expect(tag(page, "n000")).toBeVisible();
  expect(await tree(page).getByRole("treeitem").count()).toBeLessThan(200);
  await tag(page, "n000").focus();
  await page.keyboard.press("End");
  await expect(tag(page, "ocean")).toBeFocused();
  await expect(tag(page, "ocean")).toBeInViewport();
  await page.keyboard.press("ArrowUp");
  await expect(tag(page, "n899")).toBeFocused();
  await page.getByRole("textbox", { name: "Filter tags" }).fill("hull");
  await expect(tree(page).getByRole("treeitem")).toHaveText(["boat", "winter", "hull"]);
});
