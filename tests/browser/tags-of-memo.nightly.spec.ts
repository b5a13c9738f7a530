import { expect, type Page } from "@playwright/test";
import { openRouter } from "../system/app-router.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { test } from "./file-app.ts";

// Runs in order in one worker: the tests share one app.
test.describe.configure({ mode: "default" });

const panelOf = (page: Page) => page.getByRole("dialog", { name: "Tags" });
const fieldOf = (page: Page) => panelOf(page).getByRole("combobox", { name: "Add a tag" });
const status = (page: Page, text: string | RegExp) =>
  page.getByRole("status").filter({ hasText: text });
const chipsOf = (page: Page) =>
  panelOf(page).getByRole("list", { name: "Tags of this memo" }).getByRole("listitem");

/** Returns the panel's position once all animations have ended. */
async function placeOfPanel(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  return panelOf(page).evaluate((panel) => {
    const { x, y } = panel.getBoundingClientRect();
    return { x, y };
  });
}

/** Checks the page and the panel, which floats outside the part that the page check covers. */
async function expectPanelAccessible(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name);
  await expectAccessible(page, name, { within: "[data-base-ui-portal]" });
}

test("t adds and removes tags with the keyboard alone, and each change can be undone", async ({
  app,
  device,
}) => {
  const { page } = device;
  const keys = page.keyboard;
  const { memos } = await openRouter(app.url);
  for (const content of [
    "Slip #boat/winter",
    "Dock #boat/winter",
    "Paint #boat",
    "Swim #seaside",
  ]) {
    await memos.create.mutate({ content });
  }
  await device.write("Mend the mainsail");
  const card = device.memo("Mend the mainsail");
  const id = (await card.getAttribute("data-memo")) ?? "";
  const textOf = async () => (await memos.get.query({ id })).content;
  const options = panelOf(page).getByRole("option");
  await keys.press("Escape");
  await expect(card).toBeFocused();

  await test.step("t opens it, and Enter adds the typed tag", async () => {
    await keys.press("t");
    await expect(fieldOf(page)).toBeFocused();
    await expect(options).toHaveText(["#boat/winter2", "#boat1", "#seaside1"]);
    await keys.type("sea");
    await expect(options).toHaveText(["New tag #sea", "#seaside1"]);
    await keys.press("Enter");
    await expect(status(page, "Tagged #sea")).toBeVisible();
    await expect(chipsOf(page)).toHaveText(["#sea"]);
    await expect(fieldOf(page)).toBeFocused();
    await expect(fieldOf(page)).toHaveValue("");
    await expect.poll(textOf).toBe("Mend the mainsail\n\n#sea");
    await expect(card.getByRole("link", { name: "#sea" })).toBeVisible();
    await expect(page.getByRole("treeitem", { name: "sea", exact: true })).toBeVisible();
  });

  await test.step("a slash filters the tree, arrows choose", async () => {
    await keys.type("boat/");
    await expect(options).toHaveText(["#boat/winter2"]);
    await keys.press("ArrowDown");
    await expect(options.first()).toHaveAttribute("aria-selected", "true");
    await keys.press("Enter");
    await expect(chipsOf(page)).toHaveText(["#sea", "#boat/winter"]);
    await expect.poll(textOf).toBe("Mend the mainsail\n\n#sea #boat/winter");
  });

  await test.step("an invalid tag is explained", async () => {
    await keys.type("boat/");
    await keys.press("Enter");
    await expect(panelOf(page).getByRole("alert")).toHaveText(
      "Use / between two names, as in boat/winter.",
    );
    await keys.type("winter");
    await expect(panelOf(page).getByRole("alert")).toHaveCount(0);
    await keys.press("Enter");
    await expect(panelOf(page).getByRole("alert")).toHaveText(
      "This memo already has #boat/winter.",
    );
    await fieldOf(page).fill("");
  });

  await test.step("Backspace selects the last tag, then removes it; Ctrl+Z undoes that", async () => {
    await keys.press("Backspace");
    await expect(chipsOf(page)).toHaveCount(2);
    await keys.press("Backspace");
    await expect(status(page, "#boat/winter removed")).toBeVisible();
    await expect(chipsOf(page)).toHaveText(["#sea"]);
    await keys.press("Control+z");
    await expect(chipsOf(page)).toHaveText(["#sea", "#boat/winter"]);
  });

  await test.step("Escape returns to the card, and z undoes the added tag", async () => {
    await keys.press("Escape");
    await expect(panelOf(page)).toBeHidden();
    await expect(card).toBeFocused();
    await keys.press("z");
    await expect.poll(textOf).toBe("Mend the mainsail\n\n#sea");
    await keys.press("z");
    await expect.poll(textOf).toBe("Mend the mainsail");
    await expect(card).toBeFocused();
  });
});

test("adding a tag keeps the text, and undo finds the tag in a text that has changed since", async ({
  app,
  device,
}) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  const content = "# Haul out\n\nthe #crane comes at nine\n\n#yard\n";
  const { id } = await memos.create.mutate({ content });
  const textOf = async () => (await memos.get.query({ id })).content;
  await device.choose("Haul out", "Tags…");
  await expect(fieldOf(page)).toBeFocused();
  for (const tag of ["crane", "yard"]) {
    await panelOf(page)
      .getByRole("button", { name: `Remove #${tag}` })
      .click();
    await expect(status(page, `#${tag} removed`)).toBeVisible();
    await expect(fieldOf(page)).toBeFocused();
  }
  await expect.poll(textOf).toBe("# Haul out\n\nthe crane comes at nine\n");
  await expect(panelOf(page)).toContainText("This memo has no tags yet.");
  const changed = "# Haul out\n\nBring ropes: the crane comes at ten\n";
  await memos.update.mutate({ id, patch: { content: changed } });
  await status(page, "#yard removed").getByRole("button", { name: "Undo" }).click();
  await expect(chipsOf(page)).toHaveText(["#yard"]);
  await page.keyboard.press("Escape");
  await expect(device.memo("Haul out")).toBeFocused();
  await page.keyboard.press("z");
  await expect.poll(textOf).toBe("# Haul out\n\nBring ropes: the #crane comes at ten\n\n#yard\n");
});

test("t works on a memo's page, and isn't offered for memos the user can't edit", async ({
  app,
  device,
}) => {
  const { page } = device;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const { memos } = await openRouter(app.url);
  const { id } = await memos.create.mutate({ content: "# Log\n\nWind from the west" });
  await page.evaluate((memo) => (location.hash = `#/m/${memo}`), id);
  const article = page.getByRole("article", { name: "Log" });
  await expect(article).toBeFocused();
  await page.keyboard.press("t");
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type("#passage");
  await page.keyboard.press("Enter");
  await expect(article.getByRole("link", { name: "#passage" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(article).toBeFocused();
  await memos.trash.mutate({ ids: [id] });
  await expect(article.getByRole("button", { name: "Restore" })).toBeVisible();
  await article.focus();
  await page.keyboard.press("t");
  await page.keyboard.press("y");
  await expect(status(page, /copied/i)).toBeVisible();
  await expect(panelOf(page)).toHaveCount(0);
});

test("a memo that leaves the list because of a removed tag passes the focus to its neighbour", async ({
  app,
  device,
}) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  for (const n of ["One", "Two"]) await memos.create.mutate({ content: `${n} of a kind\n\n#kind` });
  await page.getByRole("treeitem", { name: "kind", exact: true }).click();
  await expect(device.memo("One of a kind")).toBeVisible();
  await device.memo("Two of a kind").focus();
  await page.keyboard.press("t");
  await expect(chipsOf(page)).toHaveText(["#kind"]);
  const place = await placeOfPanel(page);
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await expect(device.memo("Two of a kind")).toBeHidden();
  await expect(panelOf(page)).toContainText("This memo has no tags yet.");
  expect(await placeOfPanel(page), "the panel stays where it was").toEqual(place);
  await page.keyboard.press("Escape");
  await expect(device.memo("One of a kind")).toBeFocused();
});

test("closes the panel when its memo is trashed elsewhere", async ({ app, device }) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  for (const n of ["Older", "Trashed"]) await memos.create.mutate({ content: `${n} elsewhere` });
  const card = device.memo("Trashed elsewhere");
  const id = (await card.getAttribute("data-memo")) ?? "";
  await card.focus();
  await page.keyboard.press("t");
  await expect(fieldOf(page)).toBeFocused();
  await memos.trash.mutate({ ids: [id] });
  await expect(card).toHaveCount(0);
  await expect(panelOf(page)).toHaveCount(0);
  await expect(device.memo("Older elsewhere")).toBeFocused();
});

test("a tag longer than a line doesn't overflow its card or the message", async ({
  app,
  device,
}) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  await memos.create.mutate({ content: `Long in words #${"x".repeat(100)} and below` });
  await page.setViewportSize({ width: 380, height: 800 });
  const card = device.memo("Long in words");
  await card.focus();
  await page.keyboard.press("t");
  await fieldOf(page).fill("y".repeat(100));
  await page.keyboard.press("Enter");
  const said = status(page, "Tagged #yyy");
  for (const name of ["Undo", "Dismiss"]) {
    await expect(said.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
  }
  await page.keyboard.press("Escape");
  await expect(card.getByRole("link", { name: "#" })).toHaveCount(2);
  for (const link of await card.getByRole("link", { name: "#" }).all()) {
    await expect(link).toBeInViewport({ ratio: 1 });
  }
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the panel meets the accessibility rules, ${colorScheme}`, async ({ app, device }) => {
    const { page } = device;
    await page.emulateMedia({ colorScheme });
    const { memos } = await openRouter(app.url);
    const content = `Accessible in ${colorScheme}\n\n#ropes #sails`;
    await memos.create.mutate({ content });
    const card = device.memo(`Accessible in ${colorScheme}`);
    await card.focus();
    await page.keyboard.press("t");
    await expect(fieldOf(page)).toBeFocused();
    await expectPanelAccessible(page, "with tags and offers");
    await page.keyboard.press("Backspace");
    await expect(chipsOf(page).last()).toHaveAttribute("data-marked");
    await expectPanelAccessible(page, "the last marked");
    await page.keyboard.type("not a tag");
    await page.keyboard.press("Enter");
    await expect(panelOf(page).getByRole("alert")).toContainText("Tags can’t contain spaces.");
    await expectPanelAccessible(page, "with a fault");
  });
}
