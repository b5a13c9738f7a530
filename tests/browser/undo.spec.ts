import { expect, type Page } from "@playwright/test";
import { openRouter } from "../system/app-router.ts";
import { test } from "./file-app.ts";

/** Where somebody is: how far the list is scrolled, where the memo lies, and what has the focus. */
function whereAt(page: Page, words: string) {
  return page.evaluate((text) => {
    const cards = [...document.querySelectorAll<HTMLElement>("article")];
    const card = cards.find((each) => each.textContent.includes(text));
    const focused = document.activeElement;
    return {
      scrolled: document.querySelector("[data-scroller], .memo-page")?.scrollTop,
      top: Math.round(card?.getBoundingClientRect().top ?? NaN),
      focus: focused?.closest("article")?.id ?? focused?.localName,
      name: focused?.ariaLabel ?? focused?.textContent?.slice(0, 20),
    };
  }, words);
}

test("whatever one does to a memo is taken back, and neither the list nor the focus jumps", async ({
  app,
  device,
}) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  for (let n = 0; n < 40; n++) {
    const content = `Log of day ${n}.\n\n- [ ] fill the tank\n- [ ] call the pilot`;
    await memos.create.mutate({ content });
  }
  const card = device.memo("Log of day 20.");
  const feed = page.getByRole("feed");
  await expect(device.memo("Log of day 39.")).toBeVisible();
  // Into the midst of the list.
  await device.memo("Log of day 39.").focus();
  for (let n = 0; n < 19; n++) await page.keyboard.press("j");
  await expect(card).toBeFocused();
  const before = await whereAt(page, "Log of day 20.");
  console.log(before);
  const log = async (what: string) => console.log(what, await whereAt(page, "Log of day 20."));

  const box = card.getByRole("checkbox", { name: "fill the tank" });
  await box.click();
  await expect(page.getByRole("status").filter({ hasText: "Task done" })).toBeVisible();
  await log("ticked");
  await page.keyboard.press("z");
  await expect(box).not.toBeChecked();
  await log("unticked by z");
  await card.focus();
  await page.keyboard.press("p");
  await expect(card).toContainText("Pinned");
  await log("pinned");
  await page.keyboard.press("Control+z");
  await expect(card).not.toContainText("Pinned");
  await log("unpinned");
  await page.keyboard.press("a");
  await expect(card).toBeHidden();
  await log("archived");
  await page.getByRole("status").filter({ hasText: "Archived" }).getByRole("button", { name: "Undo" }).click();
  await expect(card).toBeVisible();
  await log("back");
  await card.focus();
  await page.keyboard.press("Delete");
  await expect(card).toBeHidden();
  await log("trashed");
  await page.keyboard.press("z");
  await expect(card).toBeVisible();
  await log("back");
  await card.focus();
  await device.choose("Log of day 20.", "🎉");
  await log("reacted");
});
