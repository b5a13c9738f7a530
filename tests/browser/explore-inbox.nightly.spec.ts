import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { apiClient } from "../system/api-client.ts";
import { openDevice } from "../system/device-page.ts";
import { startApp, startServer } from "../system/running-program.ts";
import { expectAccessibleInBoth } from "./expect-accessible.ts";
import { test } from "./file-app.ts";

const alice = { username: "alice", password: "correct horse" };
const bob = { username: "bob", password: "battery staple" };
const adminArgs = ["--admin-username", alice.username, "--admin-password", alice.password];

test("Explore shows what others share, and the inbox what they write to the user", async ({
  device,
  browser,
}) => {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-explore-"));
  const otherDir = await mkdtemp(join(tmpdir(), "tidemark-explore-other-"));
  await using server = await startServer(dir, { args: adminArgs });
  await using otherApp = await startApp(otherDir);
  await using laptop = await openDevice(browser, otherApp.url);
  const signIn = async (user: typeof bob) => {
    const { body } = await apiClient(server.url, null).send("POST", "/auth/signin", user);
    return apiClient(server.url, body.accessToken);
  };
  const admin = await signIn(alice);
  await admin.send("POST", "/users", { ...bob, role: "USER" });
  const api = await signIn(bob);
  const asBob = async (path: string, body: unknown): Promise<void> => {
    expect((await api.send("POST", path, body)).status).toBe(200);
  };
  await asBob("/memos", { content: "Fog over the harbour #sea", visibility: "PUBLIC" });
  await asBob("/memos", { content: "For members alone", visibility: "PROTECTED" });

  const { page } = device;
  const nav = page.getByRole("navigation", { name: "Main" });
  const explore = nav.getByRole("link", { name: "Explore" });
  const inbox = nav.getByRole("link", { name: /^Inbox/ });
  const messages = page.getByRole("feed", { name: "Messages" }).getByRole("article");
  await device.write("Walk along the shore");

  await test.step("neither is offered without other users", async () => {
    await expect(nav.getByRole("link", { name: "Library" })).toBeVisible();
    await expect(explore).toBeHidden();
    await expect(inbox).toBeHidden();
    await device.memo("Walk along").focus();
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
    await expect(page.getByText("No one else here yet")).toBeVisible();
    await page.goBack();
  });

  for (const each of [device, laptop]) {
    await each.connect(server.url, alice.username, alice.password);
    await expect(each.syncPill()).toHaveAccessibleName(/Synced/);
  }

  await test.step("Explore explains the offline copy and downloads it", async () => {
    await expect(explore).toBeVisible();
    await device.memo("Walk along").focus();
    await page.keyboard.press("g");
    await page.keyboard.press("e");
    await expect(page.getByRole("heading", { name: "Explore" })).toBeVisible();
    await expect(explore).toHaveAttribute("aria-current", "page");
    await expect(page.getByText("even offline")).toBeVisible();
    await expectAccessibleInBoth(page, "the offer of Explore");
    await page.getByRole("button", { name: "Keep offline" }).press("Enter");
    await expect(device.memo("Fog over")).toBeVisible({ timeout: 30_000 });
    await expect(device.memo("Fog over").locator("header")).toContainText("bob");
    await expect(device.memo("For members")).toContainText("Signed-in users");
    await expect(device.memo("Walk along")).toBeHidden();
    await expectAccessibleInBoth(page, "Explore");
  });

  await test.step("search in Explore finds shared memos, and the timeline doesn't list them", async () => {
    await device.search("fog");
    await expect(device.memo("Fog over")).toBeVisible();
    await expect(page.getByRole("button", { name: "This view", pressed: true })).toBeVisible();
    await device.search("");
    await device.memo("Fog over").getByRole("link", { name: "#sea" }).click();
    await expect(page).toHaveURL(/explore\?tag=sea/);
    await expect(device.memo("For members")).toBeHidden();
    await expect(device.memo("Fog over")).toBeVisible();
    await nav.getByRole("link", { name: "Timeline" }).click();
    await expect(device.memo("Walk along")).toBeVisible();
    await expect(device.memo("Fog over")).toBeHidden();
  });

  await test.step("a search everywhere finds a shared memo, and its tag opens Explore", async () => {
    await device.search("fog");
    await expect(device.memo("Fog over")).toContainText("bob");
    await device.memo("Fog over").getByRole("link", { name: "sea", exact: true }).click();
    await expect(page).toHaveURL(/explore\?tag=sea/);
    await expect(device.memo("Fog over")).toBeVisible();
    await nav.getByRole("link", { name: "Timeline" }).click();
  });

  await test.step("an author's name opens a page with their memos", async () => {
    await explore.click();
    await device.memo("Fog over").getByRole("link", { name: "By bob" }).click();
    await expect(page).toHaveURL(/explore\?author=bob$/);
    await expect(page).toHaveTitle("bob · Tidemark");
    await expect(page.getByRole("heading", { level: 1, name: "bob" })).toBeVisible();
    await expect(page.getByText("2 memos since today")).toBeVisible();
    await expect(device.memo("Fog over")).toBeVisible();
    await expectAccessibleInBoth(page, "what one person shows");
    await page.reload();
    await expect(device.memo("For members")).toBeVisible();
    await device.memo("For members").focus();
    await page.keyboard.press("j");
    await expect(device.memo("Fog over")).toBeFocused();
    await page.keyboard.press("Enter");
    const author = page.getByRole("article").getByRole("link", { name: "By bob" });
    await expect(author).toHaveAttribute("href", "#/explore?author=bob");
    await page.goBack();
    await device.search("members");
    await expect(device.memo("Fog over")).toBeHidden();
    await expect(device.memo("For members")).toBeVisible();
    await device.search("");
    await device.memo("Fog over").getByRole("link", { name: "#sea" }).click();
    await expect(device.memo("For members")).toBeHidden();
    await expect(page).toHaveURL(/explore\?tag=sea.*&author=bob$/);
    await page.getByRole("button", { name: "Remove filter sea" }).click();
    await expect(device.memo("For members")).toBeVisible();
    await expect(page).toHaveURL(/explore\?author=bob$/);
  });

  await test.step("the page of an author without memos says so and links to Explore", async () => {
    await page.evaluate(() => (document.location.hash = "/explore?author=nobody"));
    await expect(page.getByText("No memos by nobody")).toBeVisible();
    await expectAccessibleInBoth(page, "a person who shows nothing");
    await page.getByRole("button", { name: "Show everyone" }).click();
    await expect(page).toHaveURL(/explore$/);
    await expect(device.memo("Fog over")).toBeVisible();
    await nav.getByRole("link", { name: "Timeline" }).click();
  });

  await test.step("a new shared memo appears only in Explore", async () => {
    await asBob("/memos", { content: "Low water at seven", visibility: "PUBLIC" });
    await explore.click();
    await expect(device.memo("Low water")).toBeVisible({ timeout: 30_000 });
    await nav.getByRole("link", { name: "Timeline" }).click();
    await expect(device.memo("Walk along")).toBeVisible();
    await expect(device.memo("Low water")).toBeHidden();
  });

  const list = await admin.get("/memos");
  const { name } = (list.body.memos as { name: string; content: string }[]).find(({ content }) =>
    content.startsWith("Walk"),
  ) ?? { name: "" };
  await admin.send("PATCH", `/${name}`, { visibility: "PUBLIC" });
  await asBob(`/${name}/comments`, { content: "Which shore was it?" });
  await asBob("/memos", { content: "Ask @alice about the tide", visibility: "PUBLIC" });

  await test.step("the inbox counts unread messages and opens a comment with the keyboard", async () => {
    await expect(inbox).toHaveAccessibleName("Inbox 2 unread", { timeout: 30_000 });
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ width: 390, height });
    const menu = page.getByRole("button", { name: /^Open menu/ });
    await expect(menu).toHaveAccessibleName("Open menu, inbox: 2 unread");
    await page.setViewportSize({ width, height });
    await device.memo("Walk along").focus();
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
    await expect(messages).toHaveCount(2);
    await expectAccessibleInBoth(page, "the inbox");
    await messages.first().focus();
    await expect(messages.first()).toHaveAccessibleName(/^Unread: bob mentioned you, Ask/);
    const disc = messages.first().getByRole("link", { name: "Memos bob shares with everyone" });
    await disc.click();
    await expect(page).toHaveURL(/explore\?author=bob$/);
    await page.goBack();
    await messages.first().focus();
    await page.keyboard.press("Control+Shift+H");
    await expect(messages.first()).toHaveAccessibleName(/mentioned you, Blurred memo/);
    await expect(messages.nth(1)).toHaveAccessibleName(/commented on your memo, Blurred memo/);
    await page.keyboard.press("Control+Shift+H");
    await page.keyboard.press("u");
    await expect(inbox).toHaveAccessibleName("Inbox 1 unread");
    await page.keyboard.press("j");
    await expect(messages.nth(1)).toBeFocused();
    await expect(messages.nth(1)).toHaveAccessibleName(
      /bob commented on “Walk along the shore”, Which shore was it/,
    );
    await page.keyboard.press("Enter");
    await expect(page.getByRole("listitem").filter({ hasText: "Which shore" })).toBeFocused();
    await expect(inbox).toHaveAccessibleName("Inbox");
    await page.goBack();
  });

  await test.step("reading a message marks it read on the other device", async () => {
    const there = laptop.page.getByRole("navigation").getByRole("link", { name: /^Inbox/ });
    await expect(there).toHaveAccessibleName("Inbox", { timeout: 30_000 });
    await there.click();
    const rows = laptop.page.getByRole("feed", { name: "Messages" }).getByRole("article");
    await expect(rows).toHaveCount(2);
    // This device has no offline copy of shared memos, so the row explains how to get the memo.
    await expect(rows.first()).toContainText("To see it, keep shared memos offline");
    await rows.first().getByRole("button", { name: "Keep offline" }).click();
    await expect(rows.first()).not.toContainText("isn’t on this device", { timeout: 30_000 });
  });

  await test.step("undo restores a removed message, and reverts marking all as read", async () => {
    await messages.first().focus();
    await page.keyboard.press("Delete");
    await expect(messages).toHaveCount(1);
    await expect(messages.first()).toBeFocused();
    await page.keyboard.press("Delete");
    await expect(page.getByText("No messages yet")).toBeVisible();
    await expect(page.locator("[data-empty-message]")).toBeFocused();
    await expectAccessibleInBoth(page, "the empty inbox");
    await page.keyboard.press("z");
    await expect(messages).toHaveCount(1);
    await page.keyboard.press("z");
    await expect(messages).toHaveCount(2);
    await messages.first().hover();
    await messages.first().getByRole("button", { name: "Mark as unread" }).click();
    await page.getByRole("button", { name: "Mark all as read" }).click();
    await expect(inbox).toHaveAccessibleName("Inbox");
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect(inbox).toHaveAccessibleName("Inbox 1 unread");
  });

  await test.step("everything is available without the server, with its age", async () => {
    await server.stop();
    await expect(device.syncPill()).toHaveAccessibleName(/Offline/, { timeout: 30_000 });
    await expect(page.getByText(/^Not connected\. Last updated/)).toBeVisible();
    await messages.first().focus();
    await page.keyboard.press("u");
    await expect(inbox).toHaveAccessibleName("Inbox");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("article").filter({ hasText: "Ask @alice" })).toBeVisible();
    await explore.click();
    await expect(device.memo("Low water")).toBeVisible();
    await expect(page.getByText(/^Not connected\. Last synced/)).toBeVisible();
    await device.memo("Low water").getByRole("link", { name: "By bob" }).click();
    await expect(page.getByText(/^4 memos since/)).toBeVisible();
    await expect(page.getByText(/^Not connected\. Last synced/)).toBeVisible();
    await page.goBack();
  });

  await test.step("turning the offline copy off removes it and offers it again", async () => {
    await page.getByRole("button", { name: "Stop keeping offline" }).click();
    await expect(page.getByRole("button", { name: "Keep offline" })).toBeVisible();
    await expect(device.memo("Low water")).toBeHidden();
  });
  await rm(dir, { recursive: true, force: true });
  await rm(otherDir, { recursive: true, force: true });
});
