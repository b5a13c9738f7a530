import { expect, type Page } from "@playwright/test";
import { openRouter } from "../system/app-router.ts";
import { test } from "./file-app.ts";

test.use({ sharesPage: true });

interface Place {
  /** Distance of the memo from the top of the window in px, or `null` if it isn't shown. */
  readonly top: number | null;
  readonly focus: string;
}

/** Returns the position of a memo and the focused element, once both are unchanged for ten frames. */
function placeOf(page: Page, words: string): Promise<Place> {
  return page.evaluate(async (text) => {
    const look = (): Place => {
      const cards = [...document.querySelectorAll<HTMLElement>("article")];
      const card = cards.find((each) => each.textContent.includes(text));
      const focused = document.activeElement;
      const box = focused instanceof HTMLInputElement ? ` ${focused.dataset["task"]}` : "";
      return {
        top: card === undefined ? null : Math.round(card.getBoundingClientRect().top),
        focus: `${focused?.closest("article")?.id ?? focused?.localName}${box}`,
      };
    };
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let still = 0, last = look(); ;) {
      await frame();
      const now = look();
      still = JSON.stringify(now) === JSON.stringify(last) ? still + 1 : 0;
      if (still === 10) return now;
      last = now;
    }
  }, words);
}

const status = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

/** Runs `act`, waits for its effect with `seen`, and expects the memo and the focus not to have moved. */
async function inPlace(
  page: Page,
  words: string,
  what: string,
  act: () => Promise<unknown>,
  seen: () => Promise<unknown>,
): Promise<void> {
  const before = await placeOf(page, words);
  await act();
  await seen();
  expect(await placeOf(page, words), what).toEqual(before);
}

test("undo reverts every action in the list, and neither the list nor the focus jumps", async ({
  app,
  device,
}) => {
  test.slow();
  const { page } = device;
  const { memos } = await openRouter(app.url);
  for (let n = 0; n < 40; n++) {
    const content = `Log of day ${n}.\n\n- [ ] fill the tank\n- [ ] call the pilot`;
    await memos.create.mutate({ content });
  }
  const words = "Log of day 20.";
  const card = device.memo(words);
  const box = card.getByRole("checkbox", { name: "fill the tank" });
  const undo = (text: string) => status(page, text).getByRole("button", { name: "Undo" }).click();
  const press = (key: string) => () => page.keyboard.press(key);
  const isPinned = () => expect(card.getByText("Pinned")).toBeVisible();
  const isUnpinned = () => expect(card.getByText("Pinned")).toBeHidden();

  await test.step("at the top, where the line of pinned memos appears and disappears", async () => {
    // The card of the first run is hidden once the memos are counted, which is after they are shown.
    const firstRun = page.getByRole("complementary", { name: "Everything stays on" });
    await expect(firstRun).toBeHidden();
    const first = device.memo("Log of day 39.");
    await first.focus();
    const pinned = page.getByRole("button", { name: "Pinned", exact: true });
    const top = (act: () => Promise<unknown>, seen: () => Promise<unknown>) =>
      inPlace(page, "Log of day 39.", "the first pin", act, seen);
    await top(press("p"), () => expect(pinned).toBeVisible());
    await top(press("z"), () => expect(pinned).toBeHidden());
  });

  for (let n = 0; n < 19; n++) await page.keyboard.press("j");
  await expect(card).toBeFocused();
  const steady = (what: string, act: () => Promise<unknown>, seen: () => Promise<unknown>) =>
    inPlace(page, words, what, act, seen);

  await steady("pin", press("p"), isPinned);
  await steady("pin, undone by the snackbar", () => undo("Pinned"), isUnpinned);
  await steady("pin again", press("p"), isPinned);
  await steady("pin, undone by Ctrl+Z", press("Control+z"), isUnpinned);

  await box.focus();
  await steady("tick", press("Space"), () => expect(box).toBeChecked());
  await steady("tick, undone by z", press("z"), () => expect(box).not.toBeChecked());
  await steady(
    "tick by hand",
    () => box.click(),
    () => expect(status(page, "Task done")).toBeVisible(),
  );
  await steady(
    "tick, undone by the snackbar",
    () => undo("Task done"),
    () => expect(box).not.toBeChecked(),
  );

  const more = card.getByRole("button", { name: "More actions" });
  const choose = async (name: string): Promise<void> => {
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Visibility" }).hover();
    await page.getByRole("menuitemradio", { name }).click();
  };
  await more.focus();
  await steady(
    "visibility",
    () => choose("Signed-in users"),
    () =>
      expect(status(page, "Visibility: Signed-in users")).toContainText(
        "until you connect to a server",
      ),
  );
  await steady("visibility, undone by z", press("z"), () =>
    expect(card.getByText("Signed-in users")).toBeHidden(),
  );
  const chip = card.getByRole("button", { name: "🎉, 1" });
  const react = async (): Promise<void> => {
    await page.keyboard.press("Enter");
    await page.getByRole("menuitemcheckbox", { name: "🎉" }).click();
  };
  await steady("reaction", react, () => expect(chip).toHaveAttribute("aria-pressed", "true"));
  await steady("reaction, undone by z", press("z"), () => expect(chip).toBeHidden());

  await test.step("undo restores a memo to its place in the list, and the focus stays next to it", async () => {
    await card.focus();
    const { top } = await placeOf(page, words);
    for (const [key, said] of [
      ["a", "Archived"],
      ["Delete", "Moved to trash"],
    ] as const) {
      await page.keyboard.press(key);
      await expect(card).toBeHidden();
      const beside = await placeOf(page, "Log of day 19.");
      expect(beside.top, said).toBe(top);
      await undo(said);
      await expect(card).toBeVisible();
      expect((await placeOf(page, words)).top, said).toBe(top);
      expect((await placeOf(page, words)).focus, said).toBe(beside.focus);
      await card.focus();
    }
  });
});

test("undo reverts every action on a memo's page, and neither the page nor the focus jumps", async ({
  app,
  device,
}) => {
  test.slow();
  const { page } = device;
  const { memos } = await openRouter(app.url);
  const words = "Passage plan";
  const { id } = await memos.create.mutate({
    content: `# ${words}\n\n- [ ] fill the tank\n\n${"Wind from the west.\n\n".repeat(60)}- [ ] moor\n\nThe end`,
  });
  await page.evaluate((memo) => (location.hash = `#/m/${memo}`), id);
  const article = page.getByRole("article", { name: words });
  await expect(article).toBeFocused();
  const press = (key: string) => () => page.keyboard.press(key);
  const steady = (what: string, act: () => Promise<unknown>, seen: () => Promise<unknown>) =>
    inPlace(page, words, what, act, seen);
  const archived = article.getByRole("button", { name: "Unarchive" });
  const trashed = article.getByRole("button", { name: "Restore" });

  await steady("pin", press("p"), () =>
    expect(page.getByRole("button", { name: "Unpin" })).toBeVisible(),
  );
  await steady("pin, undone", press("z"), () =>
    expect(page.getByRole("button", { name: "Pin", exact: true })).toBeVisible(),
  );
  await steady("archive", press("a"), () => expect(archived).toBeVisible());
  await steady("archive, undone", press("z"), () => expect(archived).toBeHidden());
  await steady("trash", press("Delete"), () => expect(trashed).toBeVisible());
  await steady("trash, undone", press("Control+z"), () => expect(trashed).toBeHidden());

  const last = article.getByRole("checkbox", { name: "moor" });
  await last.focus();
  await steady("tick", press("Space"), () => expect(status(page, "Task done")).toBeVisible());
  await steady("tick, undone", press("z"), () => expect(last).not.toBeChecked());

  const select = page.getByRole("combobox", { name: "Visibility" });
  await select.focus();
  const choose = async (): Promise<void> => {
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: "Public" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Make public" }).click();
    await expect(page.getByRole("alertdialog")).toBeHidden();
  };
  await steady("visibility", choose, () => expect(select).toHaveText("Public"));
  await steady("visibility, undone", press("z"), () => expect(select).toHaveText("Private"));
});

test("undo of a ticked task finds it in a text that has changed since, or reports that it can't", async ({
  app,
  device,
}) => {
  test.slow();
  const { page } = device;
  const { memos } = await openRouter(app.url);
  await device.write("Two of them\n\n- [ ] coil the ropes\n- [ ] coil the ropes\n- [ ] go home");
  const card = device.memo("Two of them");
  const boxes = card.getByRole("checkbox");
  const id = (await card.getAttribute("data-memo")) ?? "";
  await boxes.nth(1).click();
  await expect(status(page, "Task done")).toBeVisible();
  const tick = (await memos.get.query({ id })).content;
  await memos.update.mutate({ id, patch: { content: tick.replace("\n\n", "\n\n- [x] sail\n") } });
  await expect(boxes).toHaveCount(4);
  await page.keyboard.press("Control+z");
  await expect(boxes.nth(2)).not.toBeChecked();
  await expect(boxes.nth(0)).toBeChecked();

  await card.getByRole("checkbox", { name: "go home" }).click();
  await expect(status(page, "Task done")).toBeVisible();
  await memos.update.mutate({ id, patch: { content: "Two of them\n\n- [x] go away" } });
  await expect(boxes).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("alert")).toContainText("That task was edited or removed.");
  await expect(boxes).toBeChecked();
});

test("z restores a memo that its menu removed from the list, and keeps the focus", async ({
  app,
  device,
}) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  for (const name of ["One", "Two", "Three"]) {
    await memos.create.mutate({ content: `${name} of the menu` });
  }
  const card = device.memo("Two of the menu");
  for (const [action, said] of [
    ["Archive", "Archived"],
    ["Move to trash", "Moved to trash"],
  ] as const) {
    await device.choose("Two of the menu", action);
    await expect(status(page, said)).toBeVisible();
    await expect(card).toHaveCount(0);
    await expect(device.memo("One of the menu")).toBeFocused();
    await page.keyboard.press("z");
    await expect(card).toBeVisible();
  }
});
