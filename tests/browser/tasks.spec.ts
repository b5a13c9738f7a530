import { expect } from "@playwright/test";
import { test } from "./file-app.ts";

// In order and in one place: one app for them all.
test.describe.configure({ mode: "default" });

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

test("the Tasks view lists memos with open tasks, and says how many there are", async ({
  device,
}) => {
  const { page } = device;
  await device.write("Nothing to do in here");
  await device.write("Two open\n\n- [ ] first\n- [ ] second");
  await page.getByRole("navigation").getByRole("link", { name: "Tasks" }).click();
  await expect(device.memo("Two open")).toBeVisible();
  await expect(device.memo("Nothing to do in here")).toBeHidden();
});

test("what is done leaves the Tasks view after a moment, unless it is taken back", async ({
  device,
}) => {
  const { page } = device;
  await device.write("One left\n\n- [ ] the last one");
  await page.getByRole("navigation").getByRole("link", { name: "Tasks" }).click();
  const card = device.memo("One left");
  const box = card.getByRole("checkbox", { name: "the last one" });
  await box.check();
  await expect(card).toHaveAttribute("data-leaving", "true");
  await box.uncheck();
  await expect(card).not.toHaveAttribute("data-leaving", "true");
  await box.check();
  await expect(card).toBeHidden();
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
    setInterval(() => scroller?.scrollBy(0, (by = -by)), 16);
  });
  await expect
    .poll(() => page.evaluate(() => Number(document.body.dataset["moved"])))
    .toBeGreaterThan(9);
  const { x, y, width, height } = (await box.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.click(x + width / 2, y + height / 2);
  await expect(box).toBeChecked();
});
