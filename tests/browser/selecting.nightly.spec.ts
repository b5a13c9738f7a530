import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { openRouter } from "../system/app-router.ts";
import type { HostedApp } from "./hosted-apps.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { test } from "./file-app.ts";

// Runs in order in one worker: the tests share one app.
test.describe.configure({ mode: "default" });

const barOf = (page: Page) => page.getByRole("toolbar", { name: "Selected memos" });
const boxOf = (page: Page, line: string) =>
  page.getByRole("checkbox", { name: `Select: ${line}`, exact: true });
const status = (page: Page, text: string | RegExp) =>
  page.getByRole("status").filter({ hasText: text });

/** Creates memos with these texts, oldest first. Returns their ids. */
async function write(app: HostedApp, ...contents: readonly string[]): Promise<string[]> {
  const { memos } = await openRouter(app.url);
  const ids: string[] = [];
  for (const content of contents) ids.push((await memos.create.mutate({ content })).id);
  return ids;
}

test("selects and archives several memos with the keyboard, and one undo restores them all", async ({
  app,
  device,
}) => {
  const { page } = device;
  await write(app, "Keys one", "Keys two", "Keys three", "Keys four");
  await device.memo("Keys four").focus();
  await page.keyboard.press("x");
  await expect(barOf(page)).toContainText("1 selected");
  await expect(boxOf(page, "Keys four")).toBeChecked();
  await expect(boxOf(page, "Keys three")).not.toBeChecked();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(device.memo("Keys two")).toBeFocused();
  await page.keyboard.press("Shift+ArrowUp");
  await expect(device.memo("Keys three")).toBeFocused();
  await expect(device.memo("Keys three")).toHaveAccessibleName(/, selected$/);
  await expect(barOf(page)).toContainText("2 selected");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(barOf(page)).toContainText("3 selected");
  await expect(device.memo("Keys one")).toBeFocused();

  await page.keyboard.press("a");
  await expect(status(page, "3 memos archived")).toBeVisible();
  for (const line of ["Keys one", "Keys three", "Keys four"]) {
    await expect(device.memo(line)).toHaveCount(0);
  }
  await expect(barOf(page)).toHaveCount(0);
  await page.keyboard.press("z");
  for (const line of ["Keys one", "Keys three", "Keys four"]) {
    await expect(device.memo(line)).toBeVisible();
  }

  await device.memo("Keys four").focus();
  await page.keyboard.press("x");
  await page.keyboard.press("Control+a");
  await expect(boxOf(page, "Keys one")).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(barOf(page)).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: /^Select:/ })).toHaveCount(0);
  await expect(device.memo("Keys four")).toBeFocused();
});

test("undo restores each memo's own value and skips memos changed meanwhile", async ({
  app,
  device,
}) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  const [first, second, third] = await write(app, "Mixed one", "Mixed two", "Mixed three");
  await memos.update.mutate({ id: second ?? "", patch: { visibility: "PROTECTED" } });
  for (const each of ["one", "two", "three"]) {
    await expect(device.memo(`Mixed ${each}`)).toBeVisible();
  }
  await device.memo("Mixed three").focus();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(barOf(page)).toContainText("3 selected");
  await page.keyboard.press("v");
  await page.getByRole("menuitemradio", { name: "Public" }).click();
  const question = page.getByRole("alertdialog", { name: "Make 3 memos public?" });
  await question.getByRole("button", { name: "Make public" }).click();
  await expect(status(page, "3 memos: Public")).toBeVisible();
  for (const id of [first, second, third]) {
    expect((await memos.get.query({ id: id ?? "" })).visibility).toBe("PUBLIC");
  }
  // Elsewhere, one memo is edited, and another gets a different visibility.
  await memos.update.mutate({ id: first ?? "", patch: { content: "Mixed one, and more" } });
  await memos.update.mutate({ id: third ?? "", patch: { visibility: "PROTECTED" } });
  await status(page, "3 memos: Public").getByRole("button", { name: "Undo" }).click();
  await expect(
    status(page, "One memo was skipped because it was changed or deleted"),
  ).toBeVisible();
  const after = await Promise.all(
    [first, second, third].map((id) => memos.get.query({ id: id ?? "" })),
  );
  expect(after.map(({ content, visibility }) => [content, visibility])).toEqual([
    ["Mixed one, and more", "PRIVATE"],
    ["Mixed two", "PROTECTED"],
    ["Mixed three", "PROTECTED"],
  ]);
});

test("selects with the menu, Shift and Ctrl, deselects with the box, and restores from the trash", async ({
  app,
  device,
}) => {
  const { page } = device;
  await write(app, "Click one", "Click two", "Click three", "Click four");
  await device.choose("Click four", "Select");
  await expect(barOf(page)).toContainText("1 selected");
  await device.memo("Click two").click({ modifiers: ["Shift"], position: { x: 300, y: 10 } });
  await expect(barOf(page)).toContainText("3 selected");
  await boxOf(page, "Click three").click();
  await expect(boxOf(page, "Click three")).not.toBeChecked();
  await device
    .memo("Click one")
    .click({ modifiers: ["ControlOrMeta"], position: { x: 300, y: 10 } });
  await expect(barOf(page)).toContainText("3 selected");
  await barOf(page).getByRole("button", { name: "Trash" }).click();
  await expect(status(page, "3 memos moved to trash")).toBeVisible();
  await expect(device.memo("Click one")).toHaveCount(0);
  await expect(barOf(page)).toHaveCount(0);
  await expect(device.memo("Click three")).toBeVisible();
  await expect(page.locator("article:focus, main:focus")).toHaveCount(1);

  await page.goto(new URL("#/trash", page.url()).href);
  await device.memo("Click four").focus();
  await page.keyboard.press("x");
  await boxOf(page, "Click two").click();
  await expect(barOf(page)).toContainText("2 selected");
  await barOf(page).getByRole("button", { name: "Restore" }).click();
  await expect(status(page, "2 memos restored")).toBeVisible();
  await expect(device.memo("Click four")).toHaveCount(0);
  await device.memo("Click one").focus();
  await page.keyboard.press("x");
  await page.keyboard.press("Delete");
  const question = page.getByRole("alertdialog", { name: "Delete 1 memo forever?" });
  await question.getByRole("button", { name: "Delete forever" }).click();
  await expect(device.memo("Click one")).toHaveCount(0);
});

test("adds tags to all selected memos, removes them from all, and shows which only some have", async ({
  app,
  device,
}) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  const ids = await write(app, "Tagged one\n\n#sea #ropes", "Tagged two\n\n#sea", "Tagged three");
  const tagsOf = async () =>
    (await Promise.all(ids.map((id) => memos.get.query({ id })))).map(({ tags }) => tags);
  await device.memo("Tagged three").focus();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("t");
  const panel = page.getByRole("dialog", { name: "Tags of 3 memos" });
  const chips = panel.getByRole("list", { name: "Tags of these memos" }).getByRole("listitem");
  await expect(panel.getByRole("combobox", { name: "Add a tag" })).toBeFocused();
  await expect(chips).toHaveText(["#sea2 of 3", "#ropes1 of 3"]);
  await page.keyboard.type("tide");
  await page.keyboard.press("Enter");
  await expect(status(page, "3 memos tagged #tide")).toBeVisible();
  await expect(chips).toHaveText(["#tide", "#sea2 of 3", "#ropes1 of 3"]);
  await panel.getByRole("button", { name: "Add #sea to all" }).click();
  await expect(chips).toHaveText(["#tide", "#sea", "#ropes1 of 3"]);
  await panel.getByRole("button", { name: "Remove #ropes" }).click();
  await expect(chips).toHaveText(["#tide", "#sea"]);
  expect(await tagsOf()).toEqual([
    ["sea", "tide"],
    ["sea", "tide"],
    ["tide", "sea"],
  ]);
  await page.keyboard.press("Escape");
  await expect(device.memo("Tagged one")).toBeFocused();
  for (let n = 0; n < 3; n += 1) await page.keyboard.press("z");
  await expect.poll(tagsOf).toEqual([["sea", "ropes"], ["sea"], []]);
  await expect(barOf(page)).toContainText("3 selected");
});

test("archives all results of a search at once, and a new search clears the selection", async ({
  app,
  device,
}) => {
  const { page } = device;
  await write(app, "Herring one", "Herring two", "Herring three");
  await device.search("herring");
  await device.memo("Herring three").focus();
  await page.keyboard.press("x");
  await page.keyboard.press("Control+a");
  await expect(barOf(page)).toContainText("3 selected");
  await barOf(page).getByRole("button", { name: "Archive" }).click();
  await expect(status(page, "3 memos archived")).toBeVisible();
  await page.goto(new URL("#/archive", page.url()).href);
  for (const line of ["Herring one", "Herring two", "Herring three"]) {
    await expect(device.memo(line)).toBeVisible();
  }
  await expect(barOf(page)).toHaveCount(0);
  await device.memo("Herring two").focus();
  await page.keyboard.press("x");
  await expect(barOf(page).getByRole("button", { name: "Unarchive" })).toBeVisible();
  await device.search("herring one");
  await expect(barOf(page)).toHaveCount(0);
});

test("memos of one line have a selection box each, and the selection survives scrolling", async ({
  app,
  device,
}) => {
  const { page } = device;
  await write(app, ...Array.from({ length: 60 }, (_, n) => `Row ${String(n).padStart(2, "0")}`));
  await page.keyboard.press("Control+Shift+Digit3");
  await device.memo("Row 59").focus();
  await page.keyboard.press("x");
  await device
    .memo("Row 58")
    .getByRole("link")
    .click({ modifiers: ["ControlOrMeta"] });
  await expect(barOf(page)).toContainText("2 selected");
  await boxOf(page, "Row 56").click({ modifiers: ["Shift"] });
  await expect(boxOf(page, "Row 57")).toBeChecked();
  await expect(barOf(page)).toContainText("4 selected");
  await page.locator("[data-scroller]").evaluate((list) => list.scrollTo(0, 1400));
  await expect(device.memo("Row 59")).toHaveCount(0);
  await expect(barOf(page)).toContainText("4 selected");
  await page.locator("[data-scroller]").evaluate((list) => list.scrollTo(0, 0));
  await expect(boxOf(page, "Row 59")).toBeChecked();
  await expect(boxOf(page, "Row 55")).not.toBeChecked();
});

test("exports the selected memos as one file with unchanged texts", async ({ app, device }) => {
  const { page } = device;
  const text = "Exported one\n\n---\n\n  two spaces  \n\n#kept";
  const [id] = await write(app, text, "Exported two");
  await device.memo("Exported two").focus();
  await page.keyboard.press("Shift+ArrowDown");
  const download = page.waitForEvent("download");
  await barOf(page).getByRole("button", { name: "Export" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^memos-\d{4}-\d\d-\d\d\.md$/);
  const exported = await readFile(await file.path(), "utf8");
  expect(exported).toContain(`id: "${id}"\n`);
  expect(exported).toContain(`tags: ["kept"]\n----\n${text}\n`);
  await expect(status(page, "2 memos exported")).toBeVisible();
});

for (const [colorScheme, rules] of [
  ["light", "all"],
  ["dark", "colours"],
] as const) {
  test(`the selection meets the accessibility rules, ${colorScheme}`, async ({ app, device }) => {
    const { page } = device;
    await page.emulateMedia({ colorScheme });
    await write(app, `Axe ${colorScheme} one\n\n#sea [link](https://example.org)`, "Axe two");
    await device.memo("Axe two").focus();
    await page.keyboard.press("Shift+ArrowDown");
    await expect(barOf(page)).toContainText("2 selected");
    await expectAccessible(page, "two selected", { rules });
    await page.keyboard.press("t");
    await expect(page.getByRole("dialog", { name: "Tags of 2 memos" })).toBeVisible();
    await expectAccessible(page, "their tags", { rules });
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 320, height: 640 });
    for (const button of await barOf(page).getByRole("button").all()) {
      await expect(button).toBeInViewport({ ratio: 1 });
    }
    await expectAccessible(page, "on a narrow screen", { rules });
    await device.search("axe");
    await device.memo("Axe two").focus();
    await page.keyboard.press("x");
    await expectAccessible(page, "among what was found", { rules });
  });
}
