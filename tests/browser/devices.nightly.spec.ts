import { mkdtemp, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { openDevice } from "../system/device-page.ts";
import { startApp, startServer } from "../system/running-program.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { test } from "./file-app.ts";
import { openSettings, settingsLink } from "./open-settings.ts";

const admin = { username: "alice", password: "correct horse" };

test("marks settings that need a server, and shows a device's new name on another device", async ({
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

  const name = section.getByRole("textbox", { name: "Device name" });
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
  await expect(page.getByText("No account. Everything stays on this device.")).toBeVisible();
  await otherApp.stop();
  for (const dir of [serverDir, otherDir]) await rm(dir, { recursive: true, force: true });
});
