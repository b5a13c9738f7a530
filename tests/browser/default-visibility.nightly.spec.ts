import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { openDevice } from "../system/device-page.ts";
import { startApp, startServer } from "../system/running-program.ts";
import { expectAccessibleInBoth } from "./expect-accessible.ts";
import { test } from "./file-app.ts";

const admin = { username: "alice", password: "correct horse" };
const adminArgs = ["--admin-username", admin.username, "--admin-password", admin.password];

test("the default visibility of new memos syncs to another device", async ({ device, browser }) => {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-default-"));
  const otherDir = await mkdtemp(join(tmpdir(), "tidemark-default-other-"));
  await using server = await startServer(dir, { args: adminArgs });
  await using otherApp = await startApp(otherDir);
  await using other = await openDevice(browser, otherApp.url);
  for (const each of [device, other]) {
    await each.connect(server.url, admin.username, admin.password);
    await expect(each.syncPill()).toHaveAccessibleName(/Synced/);
  }
  const { page } = device;
  const composer = page.getByRole("region", { name: "New memo" });
  const visibility = composer.getByRole("combobox", { name: "Visibility" });
  const always = composer.getByRole("button", { name: "Make default" });
  const elsewhere = other.page
    .getByRole("region", { name: "New memo" })
    .getByRole("combobox", { name: "Visibility" });
  await other.page.getByRole("textbox", { name: "New memo" }).click();
  await page.getByRole("textbox", { name: "New memo" }).click();
  await expect(elsewhere).toHaveText("Private");
  await expect(always).toBeHidden();
  await visibility.click();
  await page.getByRole("option", { name: "Signed-in users" }).click();
  await expect(visibility).toHaveText("Signed-in users");
  await expectAccessibleInBoth(page, "a visibility to keep");
  await always.click();
  await expect(always).toBeHidden();
  await expect(page.getByRole("textbox", { name: "New memo" })).toBeFocused();
  await expect(visibility).toHaveText("Signed-in users");

  // The setting applies without a reload once it has synced.
  await expect(elsewhere).toHaveText("Signed-in users", { timeout: 30_000 });
  await other.write("Written on the other device");
  await expect(other.memo("Written on the other device")).toContainText("Signed-in users");
  await page.reload();
  await page.getByRole("textbox", { name: "New memo" }).click();
  await expect(visibility).toHaveText("Signed-in users");
  await rm(dir, { recursive: true, force: true });
  await rm(otherDir, { recursive: true, force: true });
});
