import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { startServer } from "../system/running-program.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { test } from "./file-app.ts";
import { leaveSettings, openSettings } from "./open-settings.ts";

// Runs in order in one worker: the tests share one app.
test.describe.configure({ mode: "default" });

const said = (page: Page, words: string | RegExp): Locator =>
  page.getByRole("status").getByText(words);
const backupsOf = (page: Page): Locator =>
  page.getByRole("list", { name: "Backups" }).getByRole("listitem");

test("backs up everything and restores it unchanged", async ({ device }) => {
  const { page } = device;
  await device.write("Low water at six");

  await test.step("a backup is made and listed", async () => {
    await openSettings(page, "Backups");
    await expect(page.getByText("No backups yet")).toBeVisible();
    await expect(page.getByText("No backups in this folder.")).toBeVisible();
    await page.getByRole("button", { name: "Back up now" }).click();
    await expect(said(page, "Backed up: 1 memo")).toBeVisible();
    await expect(page.getByText(/^Last backup 1 min\.? ago$/)).toBeVisible();
    await expect(backupsOf(page)).toHaveCount(1);
    await expect(backupsOf(page)).toContainText("1 memo ·");
    await expectAccessible(page, "the settings of backups");
  });

  await test.step("restoring asks first, and restarts with what was there", async () => {
    await leaveSettings(page);
    await device.write("High water at noon");
    await openSettings(page, "Backups");
    await page.getByRole("button", { name: /^Restore the backup from/ }).click();
    const question = page.getByRole("alertdialog", { name: /^Restore the backup from/ });
    await expect(question).toContainText("Your current data is backed up first,");
    const reloaded = page.waitForEvent("load");
    await question.getByRole("button", { name: "Restore", exact: true }).click();
    await reloaded;
    await expect(backupsOf(page)).toHaveCount(2);
    await expect(backupsOf(page).first()).toContainText("before a restore");
    await page.keyboard.press("Escape");
    await expect(device.memo("Low water at six")).toBeVisible();
    await expect(device.memo("High water at noon")).toHaveCount(0);
  });

  await test.step("the backup made before the restore can be restored too", async () => {
    await openSettings(page, "Backups");
    await page
      .getByRole("button", { name: /^Restore the backup from/ })
      .first()
      .click();
    const reloaded = page.waitForEvent("load");
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: "Restore", exact: true })
      .click();
    await reloaded;
    await expect(backupsOf(page)).toHaveCount(3);
    await page.keyboard.press("Escape");
    await expect(device.memo("High water at noon")).toBeVisible();
  });
});

test("changes the backup folder, and refuses one that can't be used", async ({ device }) => {
  const { page } = device;
  const dir = await mkdtemp(join(tmpdir(), "tidemark-elsewhere-"));
  await device.write("Kept elsewhere");
  await openSettings(page, "Backups");
  const field = page.getByRole("textbox", { name: "Folder" });
  await expect(field).toHaveValue(/backups$/);
  const usual = await field.inputValue();
  await field.fill("not/a/whole/path");
  await field.press("Enter");
  await expect(page.getByText("say the whole path")).toBeVisible();
  await expect(field).toHaveValue(usual);

  await field.fill(join(dir, "copies"));
  await field.press("Enter");
  await expect(said(page, "Backup folder changed")).toBeVisible();
  await expect(page.getByText("No backups in this folder.")).toBeVisible();
  await page.getByRole("button", { name: "Back up now" }).click();
  await expect(backupsOf(page)).toHaveCount(1);
  expect(await readdir(join(dir, "copies"))).toContainEqual(expect.stringMatching(/^tidemark-/));

  await rm(dir, { recursive: true });
  await page.getByRole("button", { name: "Back up now" }).click();
  await expect(page.getByText(/The folder doesn’t exist or can’t be written to\./)).toBeVisible();
  await page.getByRole("button", { name: "Use default folder" }).click();
  await expect(field).toHaveValue(usual);
  await page.getByRole("radio", { name: "Weekly" }).click();
  await page.reload();
  await expect(page.getByRole("radio", { name: "Weekly" })).toBeChecked();
});

test("the safety sheet lists all copies and compares this device with the server", async ({
  device,
}) => {
  const { page } = device;
  const sheet = page.getByRole("dialog", { name: "Safety" });
  const open = async (): Promise<void> => {
    await device.syncPill().click();
    await page.getByRole("button", { name: "Safety" }).click();
    await expect(sheet).toBeVisible();
  };

  await test.step("without a server", async () => {
    await device.write("Counted on the sheet");
    await open();
    await expect(sheet.getByText(/^\d+ memos? on this device$/)).toBeVisible();
    await expect(sheet.getByText(/^Only on this device\./)).toBeVisible();
    await expect(sheet.getByText(/^(?:Last backup|No backups yet)/)).toBeVisible();
    await expectAccessible(page, "the safety sheet");
    await sheet.getByRole("button", { name: "Folder, schedule and restore…" }).click();
    await expect(page.getByRole("region", { name: "Backups", exact: true })).toBeVisible();
    await leaveSettings(page);
  });

  await test.step("with one", async () => {
    const dir = await mkdtemp(join(tmpdir(), "tidemark-safety-"));
    const admin = { username: "alice", password: "correct horse" };
    const args = ["--admin-username", admin.username, "--admin-password", admin.password];
    await using server = await startServer(dir, { args });
    await device.connect(server.url, admin.username, admin.password);
    await expect(device.syncPill()).toHaveAccessibleName(/^Sync: Synced/);
    await open();
    const { host } = new URL(server.url);
    const onBoth = sheet.getByText(new RegExp(`^\\d+ memos? on this device and on ${host}$`));
    // A server that has just started may answer that it is busy, so the test retries.
    await expect(async () => {
      if (await sheet.getByText("Can’t compare right now.").isVisible()) {
        await sheet.getByRole("button", { name: "Compare now" }).click();
      }
      await expect(onBoth).toBeVisible();
    }).toPass();
    await expect(sheet.getByText(/^Compared 1 min\.? ago, nothing missing\.$/)).toBeVisible();
    await expect(sheet.getByText("1 device is signed in")).toBeVisible();
    await sheet.getByRole("button", { name: "Back up now" }).click();
    await expect(said(page, /^Backed up: \d+ memos?$/)).toBeVisible();
    await sheet.getByRole("button", { name: "Compare now" }).click();
    await expect(sheet.getByText(/^Compared 1 min\.? ago/)).toBeVisible();
    await expectAccessible(page, "the safety sheet with a server");
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await rm(dir, { recursive: true, force: true });
  });
});

test("exports a single memo, and all memos as JSON", async ({ device }) => {
  const { page } = device;
  await device.write("# Exported alone\n\nwith its text");
  const memo = page.waitForEvent("download");
  await device.choose("Exported alone", "Export…");
  const file = await memo;
  expect(file.suggestedFilename()).toMatch(/^\d{4}-\d{2}-\d{2} Exported alone\.md$/);
  expect(await readFile(await file.path(), "utf8")).toMatch(
    /^---\nid: ".*"\n[\s\S]*\n---\n# Exported alone\n\nwith its text$/,
  );
  await openSettings(page, "Import and export");
  const all = page.waitForEvent("download");
  await page.getByRole("button", { name: "As JSON…" }).click();
  expect((await all).suggestedFilename()).toMatch(/^tidemark-.*-json\.zip$/);
});
