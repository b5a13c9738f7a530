import { expect, type Page } from "@playwright/test";
import { goTo } from "../browser/every-screen.ts";
import { expectAccessibleInBoth } from "../browser/expect-accessible.ts";
import { openDevice } from "../system/device-page.ts";
import { signInPath, test } from "./signed-in-page.ts";

test.afterEach(({ served }) => served.setReachable(true));

/** Chooses a section of the administration. */
async function openSection(page: Page, name: string): Promise<void> {
  const sections = page.getByRole("navigation", { name: "Administration sections" });
  await sections.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 2, name })).toBeVisible();
}

test("A46 · an administrator manages users and settings, and the audit log has it", async ({
  browser,
  served,
}) => {
  await using device = await openDevice(browser, `${served.url}${signInPath("alice")}`);
  const { page } = device;
  await expect(device.syncPill()).toHaveAccessibleName(/^Sync: Synced/);
  await goTo(page, "settings/account");
  await page.getByRole("link", { name: "Open administration" }).click();

  const users = page.getByRole("list", { name: "Users" });
  await expect(users.getByRole("listitem").filter({ hasText: "bob" })).toBeVisible();
  await page.getByRole("textbox", { name: "Username" }).fill("carol");
  await page.getByRole("textbox", { name: "Display name" }).fill("Carol Reed");
  await page.getByRole("textbox", { name: "Password" }).fill("battery staple");
  await page.keyboard.press("Enter");
  const carol = users.locator("> li").filter({ hasText: "Carol Reed" });
  await expect(carol).toContainText("User · Created today");
  await carol.getByRole("button", { name: "Manage carol" }).click();
  await expect(carol).toContainText("Not signed in anywhere.");
  await expectAccessibleInBoth(page, "the users");
  await carol.getByRole("button", { name: "Disable" }).click();
  await carol.getByRole("button", { name: "Sign out and disable" }).click();
  await expect(carol).toContainText("User · Disabled");

  // The server has no other administrator.
  const manageAlice = page.getByRole("button", { name: "Manage alice" });
  const alice = users.locator("> li").filter({ has: manageAlice });
  await manageAlice.click();
  await expect(alice.getByRole("list", { name: "Sessions of alice" })).toContainText(
    "Chrome on Linux",
  );
  await alice.getByRole("button", { name: "Remove administrator role" }).click();
  await expect(page.getByText("alice is the only active administrator.").first()).toBeVisible();
  await expect(alice).toContainText("Administrator · Created");

  const search = page.getByRole("searchbox", { name: "Search users" });
  await search.fill("reed");
  await expect(users.locator("> li")).toHaveCount(1);
  await search.press("Escape");
  await expect(alice).toBeVisible();

  await openSection(page, "Spaces");
  await page.getByRole("textbox", { name: "Title" }).fill("Harbour");
  await page.keyboard.press("Enter");
  const spaces = page.getByRole("list", { name: "Spaces" });
  const harbour = spaces.locator("> li").filter({ hasText: "Harbour" });
  await expect(harbour).toContainText("1 member · Created today");
  await harbour.getByRole("button", { name: "Manage Harbour" }).click();
  await harbour.getByRole("textbox", { name: "Username" }).fill("bob");
  await harbour.getByRole("button", { name: "Add member" }).click();
  const members = harbour.getByRole("list", { name: "Members of Harbour" });
  await expect(members.getByRole("listitem")).toHaveCount(2);
  await expect(harbour).toContainText("2 members");
  // A space keeps an administrator.
  const first = members.getByRole("listitem").filter({ hasText: "alice" });
  await first.getByRole("button", { name: "Remove", exact: true }).click();
  await first.getByRole("button", { name: "Remove from space" }).click();
  await expect(page.getByText(/^Nothing was changed\./).first()).toBeVisible();
  await expect(members.getByRole("listitem")).toHaveCount(2);
  await expectAccessibleInBoth(page, "the spaces");
  await harbour.getByRole("button", { name: "Delete space" }).click();
  await harbour.getByRole("button", { name: "Delete; memos stay with their authors" }).click();
  await expect(page.getByText("No spaces yet.")).toBeVisible();

  await openSection(page, "Server settings");
  const title = page.getByRole("textbox", { name: "Name" });
  await title.fill("Harbour notes");
  await title.press("Enter");
  await expect(page.getByText("Saved: Name").first()).toBeVisible();
  const days = page.getByRole("textbox", { name: "Days in the trash" });
  await days.fill("14");
  await days.press("Enter");
  await expect(page.getByText("Saved: Days in the trash").first()).toBeVisible();
  await expectAccessibleInBoth(page, "the server's settings");
  const settings = served.server.services.instance.current();
  expect(settings.GENERAL).toMatchObject({ title: "Harbour notes", allowSignUp: false });
  expect(settings.MEMO).toMatchObject({ trashRetentionDays: 14, revisionRetentionDays: 90 });

  await openSection(page, "Audit log");
  const log = page.getByRole("list", { name: "Audit log" });
  const entry = (words: string) => log.getByRole("listitem").filter({ hasText: words }).first();
  await expect(entry("Server setting changed GENERAL")).toContainText("by alice");
  await expect(entry("User disabled carol")).toContainText("by alice");
  await expectAccessibleInBoth(page, "the audit log");
  await page.getByRole("textbox", { name: "Username" }).fill("carol");
  await page.keyboard.press("Enter");
  await expect(entry("Server setting changed")).toBeHidden();
  await expect(entry("User created carol")).toBeVisible();
  await page.getByRole("combobox", { name: "Event" }).selectOption("Account closed");
  await expect(page.getByText("No entries.")).toBeVisible();

  served.setReachable(false);
  await expect(page.getByText(/^Can’t reach /)).toBeVisible();
  await expect(log).toBeHidden();
});

test("A46 · others are told that they aren't administrators, and don't load the screens", async ({
  browser,
  served,
}) => {
  await using device = await openDevice(browser, `${served.url}${signInPath("bob")}`);
  const { page } = device;
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await expect(device.syncPill()).toHaveAccessibleName(/^Sync: Synced/);
  await goTo(page, "settings/account");
  await expect(page.getByRole("textbox", { name: "Device name" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open administration" })).toBeHidden();
  await goTo(page, "admin");
  await expect(page.getByText("You aren’t an administrator of this server")).toBeVisible();
  expect(loaded.filter((url) => url.includes("admin-screen"))).toEqual([]);
});
