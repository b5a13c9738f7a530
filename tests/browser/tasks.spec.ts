import { expect, type Locator, type Page } from "@playwright/test";
import { openRouter } from "../system/app-router.ts";
import { test } from "./file-app.ts";

// In order and in one place: one app for them all.
test.describe.configure({ mode: "default" });
test.use({ sharesPage: true });

test("tasks are boxes of the keyboard too, and stay where they were ticked", async ({ device }) => {
  const { page } = device;
  await device.write("Before we sail\n\n- [ ] fill the tank\n- [x] buy bread\n- [ ] tell Ines");
  const card = device.memo("Before we sail");
  const box = (name: string) => card.getByRole("checkbox", { name });
  await box("fill the tank").focus();
  await page.keyboard.press("Space");
  await expect(box("fill the tank")).toBeChecked();
  await expect(box("fill the tank")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(box("buy bread")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(box("buy bread")).not.toBeChecked();
  await page.reload();
  await expect(box("fill the tank")).toBeChecked();
  await expect(box("buy bread")).not.toBeChecked();
  await expect(box("tell Ines")).not.toBeChecked();
});

/** The tasks of one group, by what its heading says. */
function groupOf(page: Page, name: string): Locator {
  const heading = page.getByRole("heading", { level: 2, name, exact: true });
  return page.locator("section").filter({ has: heading });
}

async function goToTasks(page: Page): Promise<void> {
  await page.getByRole("navigation").getByRole("link", { name: "Tasks" }).click();
  await expect(page.getByRole("group", { name: "Open tasks" })).toBeVisible();
}

test("the Tasks view lists open tasks by their memo, and says how many there are", async ({
  device,
}) => {
  const { page } = device;
  await device.write("Nothing to do in here");
  await device.write(
    "# Two open #boat\n\n- [ ] first of **two**\n  - [ ] under it\n- [x] done\n\n## Later\n\n- [ ] third, [a link](https://example.org)",
  );
  await goToTasks(page);
  const group = groupOf(page, "Two open #boat");
  await expect(group.getByRole("heading", { level: 2 })).toHaveText("Two open #boat");
  await expect(group).toContainText("3 open");
  await expect(group.getByRole("checkbox")).toHaveCount(3);
  await expect(group.getByRole("checkbox", { name: "done" })).toHaveCount(0);
  const line = (name: string) => group.getByRole("listitem").filter({ hasText: name });
  await expect(line("under it").getByRole("link")).toHaveText("first of two");
  await expect(line("third").getByRole("link")).toHaveText(["a link", "Later"]);
  await expect(page.getByText("Nothing to do in here")).toHaveCount(0);

  const { openTasks, openTaskMemos } = await page.evaluate(() => {
    const boxes = document.querySelectorAll("[data-task-key]").length;
    const headings = document.querySelectorAll(".task-heading").length;
    return { openTasks: boxes, openTaskMemos: headings };
  });
  // By itself, as at a second try, it has the one memo.
  const total = new RegExp(`${openTasks} open in ${openTaskMemos} memos?`);
  await expect(page.locator("main")).toContainText(total);
  await expect(page.getByRole("navigation").getByRole("link", { name: "Tasks" })).toContainText(
    String(openTasks),
  );
  await group.getByRole("heading").getByRole("link").click();
  await expect(page).toHaveURL(/#\/m\//);
});

test.describe("fake clock", () => {
  // A fake clock stays in its context.
  test.use({ sharesPage: false });

  test("what is done stays while one points at it, leaves then, and z takes it back", async ({
    device,
  }) => {
    const { page } = device;
    await device.write("Not much left\n\n- [ ] the last one");
    await page.clock.install();
    await goToTasks(page);
    const group = groupOf(page, "Not much left");
    const box = group.getByRole("checkbox", { name: "the last one" });
    await box.click();
    await expect(box).toBeChecked();
    await expect(page.getByRole("status").filter({ hasText: "Task done" }).first()).toBeVisible();
    // For longer than what nobody points at.
    await page.clock.fastForward(5000);
    await expect(box).toBeChecked();
    await page.mouse.move(5, 5);
    await expect(group).toHaveCount(0);

    await page.getByRole("group", { name: "Open tasks" }).getByRole("checkbox").first().focus();
    await page.keyboard.press("z");
    await expect(box).not.toBeChecked();
    await box.check();
    await box.uncheck();
    await page.mouse.move(5, 5);
    await expect(group.getByRole("checkbox", { name: "the last one" })).not.toBeChecked();
  });
});

test("the list is worked by keys: from box to box, done, undone, and into the memo", async ({
  device,
}) => {
  const { page } = device;
  await device.write("By keys alone\n\n- [ ] one\n- [ ] two\n- [ ] three");
  await goToTasks(page);
  const group = groupOf(page, "By keys alone");
  const box = (name: string) => group.getByRole("checkbox", { name, exact: true });
  await page.keyboard.press("Control+f");
  await page.keyboard.press("ArrowDown");
  await expect(box("one")).toBeFocused();
  await page.keyboard.press("j");
  await expect(box("two")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(box("two")).toBeChecked();
  await page.keyboard.press("ArrowDown");
  await expect(box("three")).toBeFocused();
  // It leaves once the focus is elsewhere, which stays where it is.
  await expect(box("two")).toHaveCount(0);
  await expect(box("three")).toBeFocused();
  await page.keyboard.press("z");
  await expect(box("two")).not.toBeChecked();
  await page.keyboard.press("k");
  await expect(box("two")).toBeFocused();
  await page.keyboard.press("e");
  await expect(page.getByRole("textbox", { name: "Edit memo" })).toBeFocused();
  await expect(page).toHaveURL(/#\/m\//);
});

test("by tag each task stands once, under its own tag or its memo's", async ({ app, device }) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  await memos.create.mutate({ content: "Slipway #harbour\n\n- [ ] grease\n- [ ] paint #loft-x" });
  await goToTasks(page);
  await page.getByRole("button", { name: "By tag" }).click();
  await expect(page).toHaveURL(/by=tag/);
  await expect(groupOf(page, "#harbour").getByRole("checkbox")).toHaveCount(1);
  await expect(groupOf(page, "#harbour")).toContainText("grease");
  await expect(groupOf(page, "#harbour")).toContainText("Slipway");
  await expect(groupOf(page, "#loft-x")).toContainText("paint");
  const groups = page.getByRole("group", { name: "Open tasks" }).locator("section");
  await expect(groups.last()).toContainText("Without a tag");
  // From elsewhere: another window, another device.
  await memos.create.mutate({ content: "Later #harbour\n\n- [ ] ropes" });
  await expect(groupOf(page, "#harbour").getByRole("checkbox")).toHaveCount(2);
  await page.getByRole("searchbox").fill("ropes");
  await expect(groupOf(page, "#harbour").getByRole("checkbox")).toHaveCount(1);
  await expect(page).toHaveURL(/by=tag/);
  await page.getByRole("searchbox").fill("");
  await groupOf(page, "#harbour").getByRole("heading").getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: "#harbour" })).toBeVisible();
});

test("where there is nothing to do it says so", async ({ device }) => {
  const { page } = device;
  await page.getByRole("navigation").getByRole("link", { name: "Tasks" }).click();
  await page.getByRole("searchbox").fill("no such words anywhere");
  await expect(page.getByText("No matching memos")).toBeVisible();
  await page.getByRole("button", { name: "By tag" }).click();
  await expect(page.getByRole("button", { name: "By tag", pressed: true })).toBeVisible();
  await expect(page.getByText("No matching memos")).toBeVisible();
});

test("a click counts while the list moves", async ({ device }) => {
  const { page } = device;
  for (const name of ["one", "two"]) await device.write(`${name}\n\n${"far\n\n".repeat(30)}`);
  await device.write("Under way\n\n- [ ] tick me");
  const box = device.memo("Under way").getByRole("checkbox", { name: "tick me" });
  await page.evaluate(() => {
    const list = document.querySelector("[data-memo-list]");
    let scroller = list?.parentElement ?? null;
    while (scroller !== null && !/auto|scroll/.test(getComputedStyle(scroller).overflowY))
      scroller = scroller.parentElement;
    let by = -1;
    let moved = 0;
    scroller?.addEventListener("scroll", () => (document.body.dataset["moved"] = String(++moved)));
    setInterval(() => scroller?.scrollBy(0, (by = -by)), 50);
  });
  await expect
    .poll(() => page.evaluate(() => Number(document.body.dataset["moved"])))
    .toBeGreaterThan(9);
  const { x, y, width, height } = (await box.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.click(x + width / 2, y + height / 2);
  await expect(box).toBeChecked();
});
