import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { apiClient } from "../system/api-client.ts";
import { type DevicePage, openDevice } from "../system/device-page.ts";
import { startApp, startServer } from "../system/running-program.ts";
import { test } from "./file-app.ts";

// Runs in order in one worker: the tests share one app.
test.describe.configure({ mode: "default" });

const admin = { username: "alice", password: "correct horse" };
const adminArgs = ["--admin-username", admin.username, "--admin-password", admin.password];

async function openHistory({ page, memo }: DevicePage, words: string): Promise<Locator> {
  await memo(words).hover();
  await memo(words).getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "History" }).click();
  const dialog = page.getByRole("dialog", { name: "History" });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function beginEdit({ page, memo }: DevicePage, words: string): Promise<void> {
  await memo(words).hover();
  await memo(words).getByRole("button", { name: "Edit", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Edit memo" })).toBeFocused();
}

const versions = (dialog: Locator) =>
  dialog.getByRole("list", { name: "Versions" }).getByRole("button");

test("an edited text has a version that can be compared, copied and restored", async ({
  device,
}) => {
  const { page } = device;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await device.write("The boat is red");
  let dialog = await openHistory(device, "The boat is red");
  await expect(dialog).toContainText("No earlier versions yet");
  await page.keyboard.press("Escape");
  await expect(device.memo("The boat is red")).toBeFocused();

  await beginEdit(device, "The boat is red");
  for (let i = 0; i < 3; i += 1) await page.keyboard.press("Backspace");
  await page.keyboard.type("blue");
  await page.keyboard.press("Escape");
  await expect(device.memo("The boat is blue")).toBeVisible();

  dialog = await openHistory(device, "The boat is blue");
  await expect(versions(dialog)).toHaveCount(1);
  await expect(versions(dialog)).toContainText("Edited");
  const text = dialog.getByRole("region", { name: /^Version from/ });
  await expect(text.getByRole("deletion")).toHaveText("red");
  await expect(text.getByRole("insertion")).toHaveText("blue");
  await dialog.getByRole("button", { name: "Full text" }).click();
  await expect(text).toHaveText("The boat is red");
  await dialog.getByRole("button", { name: "Copy" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("The boat is red");

  await dialog.getByRole("button", { name: "Restore" }).click();
  await expect(dialog).toBeHidden();
  await expect(device.memo("The boat is red")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(device.memo("The boat is blue")).toBeVisible();
});

test("Discard changes reverts text typed since the editor opened and keeps others' edits", async ({
  app,
  browser,
  device,
}) => {
  const { page } = device;
  await device.write("Keep this.");
  await using other = await openDevice(browser, app.url);
  await beginEdit(device, "Keep this.");
  const discard = page.getByRole("button", { name: "Discard changes" });
  await expect(discard).toBeHidden();
  await page.keyboard.type(" Not this");
  await other.edit("Keep this.", "start", "And theirs. ");
  await expect(page.getByRole("textbox", { name: "Edit memo" })).toHaveText(
    "And theirs. Keep this. Not this",
  );
  await discard.click();
  await expect(page.getByRole("textbox", { name: "Edit memo" })).toBeHidden();
  await expect(device.memo("Keep this.")).toHaveText(/And theirs\. Keep this\.\s*$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(device.memo("And theirs. Keep this. Not this")).toBeVisible();
});

test("shows a merge notice until the user views the changes, and the history has both sides", async ({
  device,
  browser,
}) => {
  const home = await mkdtemp(join(tmpdir(), "tidemark-history-"));
  const server = await startServer(join(home, "server"), { args: adminArgs });
  const { url } = server;
  await using otherApp = await startApp(join(home, "other"));
  await using other = await openDevice(browser, otherApp.url);
  await device.write("First line\n\nsome words between\n\nLast line");
  for (const each of [device, other]) {
    await each.connect(url, admin.username, admin.password);
    await expect(each.syncPill()).toHaveAccessibleName(/Synced/);
  }
  await expect(other.memo("First line")).toBeVisible();

  await press(device.page, "Pause");
  await device.edit("First line", "end of first line", " from here");
  await other.edit("First line", "end", " from there");
  await expect(other.syncPill()).toHaveAccessibleName(/Synced/);
  await press(device.page, "Resume");

  const note = device.memo("First line").getByText(/^Merged with changes from /);
  await expect(note).toBeVisible({ timeout: 30_000 });
  await expect(device.memo("First line")).toContainText("Last line from there");
  await device.memo("First line").getByRole("button", { name: "View changes" }).click();
  const dialog = device.page.getByRole("dialog", { name: "History" });
  await expect(versions(dialog).filter({ hasText: "Before a merge" }).first()).toHaveAttribute(
    "aria-current",
    "true",
  );
  const text = dialog.getByRole("region", { name: /^Version from/ });
  await expect(text.getByRole("insertion").first()).toBeVisible();
  await device.page.keyboard.press("Escape");
  await expect(note).toBeHidden();
  await device.page.reload();
  await expect(device.memo("First line from here")).toBeVisible();
  await expect(note).toBeHidden();

  await test.step("the history has the text that an API client replaced, from the server", async () => {
    const session = await apiClient(url, null).send("POST", "/auth/signin", admin);
    const api = apiClient(url, session.body.accessToken);
    const listed = await api.get("/memos");
    const { name } = listed.body.memos[0];
    await api.send("PATCH", `/${name}?updateMask=content`, { content: "All new by API" });
    await expect(device.memo("All new by API")).toBeVisible();
    const history = await openHistory(device, "All new by API");
    await expect(versions(history).first()).toContainText("Replaced");
    await expect(text).toContainText("Last line from there");
    await device.page.keyboard.press("Escape");
  });

  await server.stop();
  await rm(home, { recursive: true, force: true });
});

test("two devices that change one number offline both show both readings, and a click takes the other", async ({
  browser,
}) => {
  const home = await mkdtemp(join(tmpdir(), "tidemark-readings-"));
  const server = await startServer(join(home, "server"), { args: adminArgs });
  await using app = await startApp(join(home, "one"));
  await using otherApp = await startApp(join(home, "other"));
  await using device = await openDevice(browser, app.url);
  await using other = await openDevice(browser, otherApp.url);
  await device.write("The boat costs 10");
  for (const each of [device, other]) {
    await each.connect(server.url, admin.username, admin.password);
    await expect(each.syncPill()).toHaveAccessibleName(/Synced/);
  }
  await expect(other.memo("The boat")).toBeVisible();
  await press(device.page, "Pause");
  await press(other.page, "Pause");
  for (const [each, digit] of [
    [device, "2"],
    [other, "5"],
  ] as const) {
    await beginEdit(each, "The boat");
    await each.page.keyboard.press("Control+End");
    await each.page.keyboard.press("Backspace");
    await each.page.keyboard.type(digit);
    await each.page.keyboard.press("Escape");
    await expect(each.memo(`The boat costs 1${digit}`)).toBeVisible();
  }
  for (const each of [device, other]) await press(each.page, "Resume");
  for (const each of [device, other]) {
    const memo = each.memo("The boat costs 15");
    await expect(memo).toContainText("Merged with changes from ");
    await expect(memo).toContainText(/Kept “15” \([^)]+\), not “12” \([^)]+\)\./);
  }
  await device.memo("The boat").getByRole("button", { name: "Use “12”" }).click();
  for (const each of [device, other]) await expect(each.memo("The boat costs 12")).toBeVisible();
  await expect(device.memo("The boat").getByText(/^Kept/)).toBeHidden();
  await device.page.getByRole("button", { name: "Undo" }).click();
  for (const each of [device, other]) await expect(each.memo("The boat costs 15")).toBeVisible();
  await other.memo("The boat").getByRole("button", { name: "Dismiss" }).click();
  await expect(other.memo("The boat").getByText(/^Kept/)).toBeHidden();
  const history = await openHistory(other, "The boat");
  await expect(versions(history).filter({ hasText: "Before a merge · " })).toHaveCount(2);
  await server.stop();
  await rm(home, { recursive: true, force: true });
});

async function press(page: Page, name: "Pause" | "Resume"): Promise<void> {
  await page.getByRole("button", { name: /^Sync:/ }).click();
  await page.getByRole("button", { name }).click();
  await page.keyboard.press("Escape");
}
