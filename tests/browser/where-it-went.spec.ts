import { expect, type Page, type Route } from "@playwright/test";
import { openRouter } from "../system/app-router.ts";
import { test } from "./file-app.ts";
import { hand, paint } from "./hand-files.ts";

// Runs in order in one worker: the tests share one app.
test.describe.configure({ mode: "default" });
test.use({ sharesPage: true });

const composerOf = (page: Page) => page.getByRole("region", { name: "New memo" });
const textOf = (page: Page) => page.getByRole("textbox", { name: "New memo" });

/** Holds uploads until the returned function is called, and then lets `end` decide. */
async function holdUploads(page: Page, end: (route: Route) => Promise<void>): Promise<() => void> {
  let letThrough = (): void => undefined;
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route("**/files?*", async (route) => {
    await held;
    await end(route);
  });
  return letThrough;
}

async function showTag(page: Page, tag: string): Promise<void> {
  await page.evaluate((to) => (location.hash = `#/?tag=${encodeURIComponent(to)}`), `${tag}/*`);
  await expect(page.getByRole("heading", { name: `#${tag}` })).toBeVisible();
}

test("a memo saved under a tag gets the tag, once, and a draft keeps it", async ({
  app,
  device,
}) => {
  const { page } = device;
  const { memos, drafts } = await openRouter(app.url);
  await memos.create.mutate({ content: "First on the shell #zsh" });
  await showTag(page, "zsh");
  const remove = composerOf(page).getByRole("button", { name: "Save without #zsh" });
  await textOf(page).click();
  await expect(remove).toBeVisible();

  await page.keyboard.type("hello from the tag");
  await page.keyboard.press("Control+Enter");
  await expect(device.memo("hello from the tag")).toBeVisible();
  await page.keyboard.type("it is there #zsh/plugins already");
  await page.keyboard.press("Control+Enter");
  await expect(device.memo("it is there")).toBeVisible();
  await expect(page.getByRole("status")).toBeHidden();
  // A card is drawn before the host has saved its memo.
  const newest = async () => {
    const list = await memos.list.query({ view: "timeline", search: "", cursor: null });
    return list.memos.slice(0, 2).map(({ content }) => content);
  };
  await expect
    .poll(newest)
    .toEqual(["it is there #zsh/plugins already", "hello from the tag\n\n#zsh"]);

  // A draft keeps its tag elsewhere and after a reload.
  await page.keyboard.type("not yet");
  await expect.poll(() => drafts.get.query({ key: "composer-tag" })).toBe("zsh/*");
  await expect.poll(() => drafts.get.query({ key: "composer" })).toBe("not yet");
  await page.getByRole("navigation").getByRole("link", { name: "Timeline" }).click();
  await page.reload();
  await expect(textOf(page)).toContainText("not yet");
  await expect(remove).toBeVisible();
  await textOf(page).click();
  await page.keyboard.press("Control+Enter");
  await expect(device.memo("not yet")).toContainText("#zsh");
  await expect(remove).toBeHidden();
});

test("without the tag, a message leads to the memo", async ({ app, device }) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  await memos.create.mutate({ content: "Another on #fish" });
  await showTag(page, "fish");
  const remove = composerOf(page).getByRole("button", { name: "Save without #fish" });
  await textOf(page).click();
  await page.keyboard.press("Backspace");
  await expect(remove).toBeHidden();
  await expect(textOf(page)).toBeFocused();
  await page.keyboard.type("Nowhere near the tag");
  await page.keyboard.press("Control+Enter");
  const message = page.getByRole("status").filter({ hasText: "Saved to the timeline" });
  await expect(message).toBeVisible();
  await expect(device.memo("Nowhere near")).toBeHidden();
  // `z` undoes actions and doesn't follow the message.
  await page.keyboard.press("Escape");
  await page.keyboard.press("z");
  await expect(page.getByRole("heading", { name: "#fish" })).toBeVisible();
  // The next memo gets the tag again.
  await textOf(page).click();
  await expect(remove).toBeVisible();
  await remove.click();
  await expect(remove).toBeHidden();
  await expect(textOf(page)).toBeFocused();
  await message.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("article")).toContainText("Nowhere near the tag");
});

test("a message leads to a memo that an edit or a placing takes out of the list", async ({
  app,
  device,
}) => {
  const { page } = device;
  const { memos, views } = await openRouter(app.url);
  await memos.create.mutate({ content: "Stays in #bay" });
  await memos.create.mutate({ content: "Leaves the #bay" });
  await memos.create.mutate({ content: "Leaves the pins", pinned: true });
  const { id } = await views.create.mutate({ title: "Pins", filter: "pinned", icon: null });
  await showTag(page, "bay");
  const card = device.memo("Leaves the");
  await card.hover();
  await card.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("textbox", { name: "Edit memo" }).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Leaves the shore");
  await page.keyboard.press("Control+Enter");
  const message = page.getByRole("status").filter({ hasText: "No longer in this list" });
  await expect(message).toBeVisible();
  await message.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("article")).toContainText("Leaves the shore");

  await page.evaluate((saved) => (location.hash = `#/?saved=${saved}`), id);
  const pinned = device.memo("Leaves the pins");
  await pinned.hover();
  await pinned.getByRole("button", { name: "Unpin", exact: true }).click();
  await expect(message).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Unpinned" })).toBeVisible();
  await expect(pinned).toBeHidden();
  // Archiving has a message of its own.
  await page.getByRole("navigation").getByRole("link", { name: "Timeline" }).click();
  await page.getByRole("button", { name: "Dismiss" }).first().click();
  await device.choose("Leaves the pins", "Archive");
  await expect(page.getByRole("status").filter({ hasText: "Archived" })).toBeVisible();
  await expect(message).toBeHidden();
});

test("Ctrl+Enter saves with files that are still being attached", async ({ device }) => {
  const { page } = device;
  const picture = await paint(page, { name: "quay.png", width: 400, height: 300, colour: "teal" });
  const letThrough = await holdUploads(page, (route) => route.continue());
  await textOf(page).click();
  await page.keyboard.type("At the quay ");
  // The editor has taken the plain field's place, so that the paste reaches it.
  await expect(composerOf(page).locator("[data-takes-files]")).toBeFocused();
  await hand(textOf(page), "paste", picture);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Saves as soon as the files are attached.")).toBeVisible();
  letThrough();
  const card = device.memo("At the quay");
  await expect(card.getByRole("img", { name: "quay.png" })).toBeVisible();
  await expect(textOf(page)).not.toContainText("quay");

  // A file that can't be attached leaves everything where it is.
  await page.unroute("**/files?*");
  const cut = await holdUploads(page, (route) => route.abort());
  await page.keyboard.type("Without it");
  await hand(textOf(page), "paste", picture);
  await page.keyboard.press("Control+Enter");
  cut();
  await expect(page.getByRole("alert")).toContainText("Not saved");
  await expect(textOf(page)).toContainText("Without it");
});

test("no message says that a changed memo left a list which the user left", async ({
  app,
  device,
}) => {
  const { page } = device;
  const { memos } = await openRouter(app.url);
  await memos.create.mutate({ content: "Elsewhere #fish" });
  await page.getByRole("navigation").getByRole("link", { name: "Timeline" }).click();
  await page.keyboard.press("Control+n");
  await page.keyboard.type("Changed a moment ago");
  await page.keyboard.press("Control+Enter");
  await device.memo("Changed a moment ago").hover();
  await device.memo("Changed a moment ago").getByRole("button", { name: "Pin" }).click();
  await showTag(page, "fish");
  await expect(device.memo("Elsewhere")).toBeVisible();
  await expect(device.memo("Changed a moment ago")).toBeHidden();
  // The message would come after a request for the memo.
  await memos.list.query({ view: "timeline", search: "", cursor: null });
  await expect(page.getByText("No longer in this list")).toBeHidden();
});

test("a memo whose text was deleted offers the trash once it is left, but not one with files", async ({
  device,
}) => {
  const { page } = device;
  const clear = async (words: string): Promise<void> => {
    const card = device.memo(words);
    await card.hover();
    await card.getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByRole("textbox", { name: "Edit memo" }).click();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Control+Enter");
  };
  const message = page.getByRole("status").filter({ hasText: "This memo is now empty." });
  const picture = await paint(page, { name: "dock.png", width: 40, height: 30, colour: "teal" });
  await textOf(page).click();
  await page.keyboard.type("Soon a picture");
  await page.locator("input[type=file]").first().setInputFiles(picture);
  await expect(page.getByRole("button", { name: "Remove dock.png" })).toBeVisible();
  await textOf(page).click();
  await page.keyboard.press("Control+Enter");
  await clear("Soon a picture");
  const image = page.getByRole("feed").getByRole("button", { name: "Open dock.png" });
  await expect(image.first()).toBeVisible();
  await expect(device.memo("Soon a picture")).toBeHidden();

  await device.write("Soon without a word");
  await clear("Soon without");
  await expect(message).toHaveCount(1);
  await page.keyboard.press("z");
  await expect(device.memo("Soon without a word")).toBeVisible();
  await clear("Soon without");
  await message.getByRole("button", { name: "Move to trash" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Moved to trash" })).toBeVisible();
});
