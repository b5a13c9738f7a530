import { mkdtemp, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator } from "@playwright/test";
import { openDevice } from "../system/device-page.ts";
import { startApp, startServer } from "../system/running-program.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { test } from "./file-app.ts";
import { leaveSettings, openSettings, settingsLink } from "./open-settings.ts";

const wrapped = `Kept as a file

The tide tables of the year before last were wrapped by an editor at some
seventy columns, as mail was in those days, and nobody has touched them in
the time since.`;

test("how lines break is a setting, which holds after a reload", async ({ device }) => {
  const { page } = device;
  await device.write(wrapped);
  const breaks = page.locator("article .memo-body br");
  await expect(breaks).toHaveCount(0);

  await openSettings(page, "Editor");
  await page.getByRole("radio", { name: "As written" }).click();
  await leaveSettings(page);
  await expect(breaks).toHaveCount(2);

  await page.reload();
  await expect(breaks).toHaveCount(2);
  const link = page.getByRole("link", { name: "Settings" });
  await link.click();
  await settingsLink(page, "Editor").click();
  await expect(page.getByRole("radio", { name: "As written" })).toBeChecked();
  await page.getByRole("radio", { name: /^Join lines/ }).click();
  await leaveSettings(page);
  await expect(breaks).toHaveCount(0);
  await expect(link).toBeFocused();
});

test("theme, text size and language are chosen there too", async ({ device }) => {
  const { page } = device;
  await openSettings(page, "Appearance");
  await page.getByRole("radio", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const size = page.getByRole("slider", { name: "Text size" });
  await size.focus();
  await page.keyboard.press("End");
  await expect(size).toHaveAttribute("aria-valuetext", "150%");
  await page.reload();
  await expect(size).toHaveValue("150");
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
    "24px",
  );
  await settingsLink(page, "Language").click();
  await page.getByRole("radio", { name: "Deutsch" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Einstellungen" })).toBeVisible();
  await page.getByRole("radio", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
});

test("settings are found by their names and by other words, and reached by keys alone", async ({
  device,
}) => {
  const { page } = device;
  const keys = page.keyboard;
  await device.write("Before the settings");
  await device.memo("Before the settings").focus();
  await keys.press("Control+,");
  const field = page.getByRole("searchbox", { name: "Search settings" });
  await expect(field).toBeFocused();

  await keys.type("night");
  await expect(page.getByRole("radiogroup")).toHaveCount(1);
  await expect(page.getByRole("radiogroup", { name: "Theme" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "1 setting" })).toBeAttached();
  await keys.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "System" })).toBeFocused();
  await keys.press("Control+f");
  await expect(field).toBeFocused();
  await field.fill("no such thing");
  await expect(page.getByText("No setting is called that.").first()).toBeVisible();
  await keys.press("Escape");
  await expect(field).toHaveValue("");

  await keys.press("ArrowDown");
  await expect(settingsLink(page, "Profile and account")).toBeFocused();
  await keys.press("ArrowDown");
  await keys.press("Enter");
  await expect(page).toHaveURL(/#\/settings\/appearance$/);
  await expect(settingsLink(page, "Appearance")).toBeFocused();
  await expect(settingsLink(page, "Appearance")).toHaveAttribute("aria-current", "page");
  await keys.press("Escape");
  await expect(device.memo("Before the settings")).toBeFocused();
});

test("memos are read and written in the face that is chosen, and the frame keeps its own", async ({
  device,
}) => {
  const { page } = device;
  await device.write("Set in another face");
  const faceOf = (part: Locator): Promise<string> =>
    part.evaluate((element) => getComputedStyle(element).fontFamily);
  const frame = page.getByRole("navigation", { name: "Main" });
  const own = await faceOf(frame);
  expect(await faceOf(device.memo("Set in").locator(".memo-body"))).toBe(own);
  const section = await openSettings(page, "Appearance");
  await section.getByRole("radio", { name: "Serif" }).check();
  await page.reload();
  await expect(section.getByRole("radio", { name: "Serif" })).toBeChecked();
  await leaveSettings(page);
  const serif = await faceOf(device.memo("Set in").locator(".memo-body"));
  expect(serif).toMatch(/ serif$/);
  expect(await faceOf(frame)).toBe(own);
  await page.getByRole("textbox", { name: "New memo" }).click();
  await expect(page.locator("#composer .cm-scroller")).toBeVisible();
  expect(await faceOf(page.locator("#composer .cm-scroller"))).toBe(serif);
  await openSettings(page, "Appearance");
  await section.getByRole("radio", { name: "Inter" }).check();
  await leaveSettings(page);
  expect(await faceOf(device.memo("Set in").locator(".memo-body"))).toBe(own);
});

test("hosts whose images are always loaded are listed, and taken out", async ({ device }) => {
  const { page } = device;
  await page.evaluate(() =>
    localStorage.setItem("tidemark:image-hosts", JSON.stringify(["one.example", "two.example"])),
  );
  await page.reload();
  await openSettings(page, "Privacy");
  const list = page.getByRole("list", { name: "Images of other hosts" });
  await expect(list.getByRole("listitem")).toHaveText(["two.example", "one.example"]);
  await list.getByRole("button", { name: "Ask again for images from one.example" }).click();
  await expect(list.getByRole("listitem")).toHaveText(["two.example"]);
  await page.reload();
  await expect(list.getByRole("listitem")).toHaveText(["two.example"]);
});

test("how fast the window is stands in its performance report", async ({ device }) => {
  const { page } = device;
  await device.write("Timed as it was written");
  await openSettings(page, "About and performance");
  await page.getByRole("link", { name: "How fast this window is" }).click();
  const title = page.getByRole("heading", { name: "Performance report" });
  await expect(title).toBeVisible();
  await page.goBack();
  await leaveSettings(page);
  await expect(device.memo("Timed as it was written")).toBeVisible();
  await openSettings(page, "About and performance");
  await page.getByRole("link", { name: "How fast this window is" }).click();
  const measured = (what: RegExp) =>
    page.getByRole("row", { name: what }).getByRole("cell").first();
  await expect(measured(/^From the start/)).toHaveText(/^[\d,]+ ms$/);
  await expect(measured(/^A key, painted \(95/)).toHaveText(/^(?:< )?\d+ ms$/);
  await expect(measured(/^Back to the list/)).toHaveText(/^[\d,]+ ms$/);
  await expect(measured(/^Memory/)).toHaveText(/^\d+ MB$/);
});

test("in a narrow window the parts are a list, and each has a way back to it", async ({
  device,
}) => {
  const { page } = device;
  await page.setViewportSize({ width: 390, height: 800 });
  await page.keyboard.press("Control+,");
  await settingsLink(page, "Devices").click();
  await expect(page.getByRole("heading", { level: 1, name: "Devices" })).toBeVisible();
  await expect(settingsLink(page, "Editor")).toBeHidden();
  await expectAccessible(page, "a part of the settings in a narrow window");
  await page.getByRole("button", { name: "All settings" }).click();
  await expect(settingsLink(page, "Editor")).toBeVisible();
  await expectAccessible(page, "the parts of the settings");
});

const admin = { username: "alice", password: "correct horse" };

test("what needs a server says so; a device that is renamed is called so on another", async ({
  app,
  browser,
}) => {
  const folder = () => mkdtemp(join(tmpdir(), "tidemark-settings-"));
  const [serverDir, otherDir] = [await folder(), await folder()];
  const args = ["--admin-username", admin.username, "--admin-password", admin.password];
  await using server = await startServer(serverDir, { args });
  const otherApp = await startApp(otherDir);
  await using desk = await openDevice(browser, app.url);
  await using laptop = await openDevice(browser, otherApp.url);
  const { page } = desk;

  const section = await openSettings(page, "Devices");
  await expect(section.getByText("Needs a server")).toHaveCount(3);
  await section.getByRole("button", { name: "Connect a server…" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect a server" });
  await dialog.getByRole("textbox", { name: "Server address" }).fill(server.url);
  await dialog.getByRole("textbox", { name: "Username" }).fill(admin.username);
  await dialog.getByLabel("Password", { exact: true }).fill(admin.password);
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(section.getByText("Needs a server")).toHaveCount(0);
  const own = section.getByRole("list", { name: "Your devices" }).getByRole("listitem");
  await expect(own).toHaveCount(1);
  await expect(own).toContainText(hostname());

  const name = section.getByRole("textbox", { name: "Name of this device" });
  await name.fill("Desk by the window");
  await page.keyboard.press("Enter");
  await expect(own).toContainText("Desk by the window");
  await expectAccessible(page, "devices with a server");
  await page.reload();
  await expect(name).toHaveValue("Desk by the window");

  await laptop.connect(server.url, admin.username, admin.password);
  await expect(laptop.syncPill()).toHaveAccessibleName(/Synced/);
  await openSettings(laptop.page, "Devices");
  const listed = laptop.page.getByRole("list", { name: "Your devices" }).getByRole("listitem");
  await expect(listed.filter({ hasText: "Desk by the window" })).toContainText("Last seen");
  await expect(listed.filter({ hasText: hostname() })).toContainText("This device");

  await name.fill("");
  await page.keyboard.press("Enter");
  await expect(name).toHaveValue(hostname());
  await settingsLink(page, "Profile and account").click();
  await page.getByRole("button", { name: "Disconnect…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByText("None: everything stays on this device.")).toBeVisible();
  await otherApp.stop();
  for (const dir of [serverDir, otherDir]) await rm(dir, { recursive: true, force: true });
});
