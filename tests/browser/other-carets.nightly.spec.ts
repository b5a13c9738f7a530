import { mkdtemp, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { type DevicePage, openDevice } from "../system/device-page.ts";
import { startApp, startServer } from "../system/running-program.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { test } from "./file-app.ts";

// Runs in order in one worker: the tests share one app.
test.describe.configure({ mode: "default" });

const alice = { username: "alice", password: "correct horse" };
const adminArgs = ["--admin-username", alice.username, "--admin-password", alice.password];
const words = "Two at one text";

/** Opens the memo's editor in its card, with the caret at the end. */
async function openEditor({ page, memo }: DevicePage, of = words): Promise<Locator> {
  const card = memo(of);
  await card.hover();
  await card.getByRole("button", { name: "Edit", exact: true }).click();
  const editor = page.getByRole("textbox", { name: "Edit memo" });
  await editor.click();
  await page.keyboard.press("Control+End");
  return editor;
}

const caretIn = (page: Page): Locator => page.locator(".other-caret");
const flagIn = (page: Page): Locator => page.locator(".other-caret-flag");

/** Returns the distance in px between another device's caret and the end of the editor's text. */
function fromTheEnd(editor: Locator): Promise<number> {
  return editor.evaluate((content) => {
    const bar = content.parentElement?.querySelector(".other-caret");
    const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null);
    const end = document.createRange();
    end.selectNode(texts.currentNode);
    if (bar === null || bar === undefined) return Number.NaN;
    return Math.abs(bar.getBoundingClientRect().left - end.getBoundingClientRect().right);
  });
}

test("V1, V3, V5 · shows another device's caret with its name until its editor closes", async ({
  device,
  browser,
}) => {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-carets-"));
  const server = await startServer(join(dir, "server"), { args: adminArgs });
  const app = await startApp(join(dir, "other"));
  await using other = await openDevice(browser, app.url);

  await device.write(`${words}, on two devices.\n\nA second paragraph.`);
  for (const each of [device, other]) {
    await each.connect(server.url, alice.username, alice.password);
    await expect(each.syncPill()).toHaveAccessibleName(/^Sync: Synced/);
  }
  await expect(other.memo(words)).toBeVisible();

  const editor = await openEditor(device);
  await expect(caretIn(device.page)).toHaveCount(0);
  const otherEditor = await openEditor(other);
  await test.step("each shows the other's caret and name", async () => {
    for (const { page } of [device, other]) {
      await expect(flagIn(page)).toHaveText(hostname());
      await expect(caretIn(page)).toHaveAttribute("data-named");
    }
  });
  await test.step("typing is shown and announced, and the caret stays after the typed words", async () => {
    const { page } = device;
    const before = await editor.boundingBox();
    await other.page.keyboard.type(" And more");
    await expect(page.locator(".typing-note")).toHaveText(`${hostname()} is typing`);
    await expect(page.locator(".sr-only[aria-live=polite]")).toHaveText(`${hostname()} is typing`);
    await expect(editor).toContainText("And more");
    await expect.poll(() => fromTheEnd(editor)).toBeLessThan(3);
    expect(await editor.boundingBox()).toEqual(before);
    await expect(editor).not.toContainText(hostname());
    await expectAccessible(page, "an editor with another's caret");
    // The note disappears once typing stops.
    await expect(page.locator(".typing-note")).toBeEmpty();
    await expect(caretIn(page)).toHaveCount(1);
  });
  await test.step("text typed before the caret moves it", async () => {
    await device.page.keyboard.press("Control+Home");
    await device.page.keyboard.type("Here: ");
    await expect(otherEditor).toContainText("Here: Two at one");
    await expect.poll(() => fromTheEnd(editor)).toBeLessThan(3);
  });
  await test.step("its selection is tinted", async () => {
    await other.page.keyboard.press("Shift+Home");
    await expect(device.page.locator(".other-selection").first()).toBeVisible();
    await other.page.keyboard.press("ArrowRight");
    await expect(device.page.locator(".other-selection")).toHaveCount(0);
  });
  await test.step("it disappears when its editor closes", async () => {
    await other.page.getByRole("button", { name: "Done" }).click();
    await expect(caretIn(device.page)).toHaveCount(0);
  });
  await test.step("V4 · a device that turned cursors off shows none", async () => {
    await openEditor(other);
    await expect(caretIn(device.page)).toHaveCount(1);
    await other.page.getByRole("button", { name: "Done" }).click();
    await other.syncPill().click();
    await other.page.getByRole("button", { name: "Devices" }).click();
    const choice = other.page.getByRole("switch", { name: "Share my cursor" });
    await expect(choice).toBeChecked();
    await choice.click();
    await expect(choice).not.toBeChecked();
    await other.page.keyboard.press("Escape");
    await openEditor(other);
    await other.page.keyboard.type(" unseen");
    await expect(editor).toContainText("unseen");
    const notice = device.page.getByText("This memo was just edited elsewhere too.");
    await expect(notice).toBeVisible();
    await expect(caretIn(device.page)).toHaveCount(0);
    await expect(caretIn(other.page)).toHaveCount(0);
  });

  await app.stop();
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

test("V1 · two windows of one device show each other's carets without a server", async ({
  app,
  device,
  browser,
}) => {
  const memo = "One text in two windows";
  await device.write(memo);
  await using second = await openDevice(browser, app.url);
  const editor = await openEditor(device, memo);
  await openEditor(second, memo);
  await second.page.keyboard.type(" from the side");
  await expect(editor).toContainText("from the side");
  await expect(flagIn(device.page)).toHaveText("Another window");
  await expect(flagIn(second.page)).toHaveText("Another window");
  await second.page.keyboard.press("Escape");
  await expect(caretIn(device.page)).toHaveCount(0);
});
