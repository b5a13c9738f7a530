import { expect, type Locator, type Page } from "@playwright/test";
import { openRouter } from "../system/app-router.ts";
import { test } from "./file-app.ts";

// Runs in order in one worker: the tests share one app.
test.describe.configure({ mode: "default" });
test.use({ sharesPage: true });

test("tasks are checkboxes that work with the keyboard, and a ticked task stays in place", async ({
  device,
}) => {
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

/** Returns the group of tasks under a heading. */
function groupOf(page: Page, name: string): Locator {
  const heading = page.getByRole("heading", { level: 2, name, exact: true });
  return page.locator("section").filter({ has: heading });
}

async function goToTasks(page: Page): Promise<void> {
  await page.getByRole("navigation").getByRole("link", { name: "Tasks" }).click();
  await expect(page.getByRole("group", { name: "Open tasks" })).toBeVisible();
}

test("the Tasks view lists open tasks by memo and counts them", async ({ device }) => {
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
  // Singular too: run alone, or as a retry, the test has one memo.
  const total = new RegExp(`${openTasks} open in ${openTaskMemos} memos?`);
  await expect(page.locator("main")).toContainText(total);
  await expect(page.getByRole("navigation").getByRole("link", { name: "Tasks" })).toContainText(
    String(openTasks),
  );
  await group.getByRole("heading").getByRole("link").click();
  await expect(page).toHaveURL(/#\/m\//);
});

test.describe("fake clock", () => {
  // A fake clock remains in its browser context.
  test.use({ sharesPage: false });

  test("a completed task stays while the pointer is on it, then leaves, and z undoes it", async ({
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
    // Longer than a task without the pointer on it would stay.
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

test("keys move between tasks, complete one, undo that, and open the memo", async ({ device }) => {
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
  // The task leaves once the focus has moved on, and the focus stays there.
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

test("grouped by tag, each task is listed once, under its own tag or its memo's", async ({
  app,
  device,
}) => {
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
  // Created elsewhere, as in another window or on another device.
  await memos.create.mutate({ content: "Later #harbour\n\n- [ ] ropes" });
  await expect(groupOf(page, "#harbour").getByRole("checkbox")).toHaveCount(2);
  await page.getByRole("searchbox").fill("ropes");
  await expect(groupOf(page, "#harbour").getByRole("checkbox")).toHaveCount(1);
  await expect(page).toHaveURL(/by=tag/);
  await page.getByRole("searchbox").fill("");
  await groupOf(page, "#harbour").getByRole("heading").getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: "#harbour" })).toBeVisible();
});

test("the Tasks view says when no task matches", async ({ device }) => {
  const { page } = device;
  await page.getByRole("navigation").getByRole("link", { name: "Tasks" }).click();
  await page.getByRole("searchbox").fill("no such words anywhere");
  await expect(page.getByText("No matching memos")).toBeVisible();
  await page.getByRole("button", { name: "By tag" }).click();
  await expect(page.getByRole("button", { name: "By tag", pressed: true })).toBeVisible();
  await expect(page.getByText("No matching memos")).toBeVisible();
});

test("a click on a checkbox counts while the list is scrolling", async ({ device }) => {
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
