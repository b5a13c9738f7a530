import { mkdtemp, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { apiClient } from "../system/api-client.ts";
import { startServer } from "../system/running-program.ts";
import { expectAccessible, expectAccessibleInBoth } from "./expect-accessible.ts";
import { test } from "./file-app.ts";

const admin = { username: "alice", password: "correct horse" };
const adminArgs = ["--admin-username", admin.username, "--admin-password", admin.password];

test("the sync details list rejected changes, the log and the devices", async ({ device }) => {
  const { page } = device;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const dir = await mkdtemp(join(tmpdir(), "tidemark-details-"));
  await using server = await startServer(dir, { args: adminArgs });
  const session = await apiClient(server.url, null).send("POST", "/auth/signin", admin);
  const api = apiClient(server.url, session.body.accessToken);
  const pill = device.syncPill();
  const details = page.getByRole("dialog", { name: "Sync details" });
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

  await device.write("Kept only here");
  await device.write("Thrown away");
  await device.connect(server.url, admin.username, admin.password);
  await expect(pill).toHaveAccessibleName(/Synced/);

  await test.step("edits of memos that were deleted elsewhere are rejected and shown with their text", async () => {
    await pill.click();
    await press("Pause");
    await page.keyboard.press("Escape");
    await device.edit("Kept only here", "end", " with late words");
    await device.edit("Thrown away", "end", " too late");
    await pill.click();
    await expect(page.getByText("2 pending changes")).toBeVisible();
    await press("Show");
    const waiting = details.getByRole("list", { name: "Pending changes" }).getByRole("listitem");
    await expect(waiting).toHaveText([/Edited text\s*Kept only here/, /Thrown away/]);
    await expect(waiting.first()).toContainText(/Since .*\d/);
    await expectAccessible(page, "changes that wait");
    await page.keyboard.press("Escape");
    for (const { name } of (await api.get("/memos")).body.memos) {
      expect((await api.send("DELETE", `/${name}?force=true`)).status).toBe(200);
    }
    await pill.click();
    await press("Resume");
    await expect(page.getByText("2 rejected changes")).toBeVisible();
    await expect(pill).toHaveAccessibleName("Sync: Synced, 2 rejected");
    await expect(device.memo("Kept only here")).toContainText(
      "Deleted on another device. Your text is only on this one.",
    );
    await press("View");
    const refused = details.getByRole("list", { name: "Rejected changes" }).getByRole("listitem");
    await expect(refused).toHaveCount(2);
    await expectAccessibleInBoth(page, "refused changes");
    const kept = refused.filter({ hasText: "Kept only here with late words" });
    await expect(kept).toContainText("The memo was permanently deleted elsewhere.");

    await kept.getByRole("button", { name: "Copy to a new memo" }).click();
    await expect(refused).toHaveCount(1);
    await refused.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("alert")).toContainText("Can’t retry: the memo no longer exists.");
    await refused.getByRole("button", { name: "Discard", exact: true }).click();
    await expect(refused.getByRole("button", { name: "Cancel" })).toBeFocused();
    await refused.getByRole("button", { name: "Cancel" }).click();
    await expect(refused.getByRole("button", { name: "Discard", exact: true })).toBeFocused();
    await refused.getByRole("button", { name: "Discard", exact: true }).click();
    await refused.getByRole("button", { name: "Discard permanently" }).click();
    await expect(details.getByText("No rejected changes")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(device.memo("Kept only here with late words")).toBeVisible();
    await expect.poll(async () => (await api.get("/memos")).body.memos.length).toBe(1);
  });

  await test.step("a draft's rejected file is removed from it, and restored by a retry", async () => {
    const limit = async (bytes: number) => {
      const body = { storageSetting: { uploadSizeLimitBytes: bytes } };
      const path = "/instance/settings/STORAGE?updateMask=uploadSizeLimitBytes";
      expect((await api.send("PATCH", path, body)).status).toBe(200);
    };
    await limit(1_000);
    const chooser = page.waitForEvent("filechooser");
    await press("Attach files");
    const buffer = Buffer.alloc(2_000, "tide");
    await (await chooser).setFiles([{ name: "table.bin", mimeType: "text/plain", buffer }]);
    const file = page.getByRole("button", { name: "Remove table.bin" });
    await expect(pill).toHaveAccessibleName("Sync: Synced, 1 rejected");
    await expect(file).toBeHidden();
    const wide = page.viewportSize() ?? { width: 1280, height: 800 };
    await page.setViewportSize({ width: 400, height: wide.height });
    const menu = page.getByRole("button", { name: "Open menu, sync: Synced, 1 rejected" });
    await expect(menu).toBeVisible();
    await page.setViewportSize(wide);
    await limit(64_000_000);
    await pill.click();
    await press("View");
    await details.getByRole("button", { name: "Retry" }).click();
    await expect(details.getByText("No rejected changes")).toBeVisible();
    await page.keyboard.press("Escape");
    await file.click();
    await expect(file).toBeHidden();
  });

  await test.step("the log lists exchanges and can be copied", async () => {
    await pill.click();
    await press("Open log");
    const entries = details.getByRole("list", { name: "Sync log" }).getByRole("listitem");
    await expect(entries.filter({ hasText: /^.*Sent \d/ }).first()).toBeVisible();
    await details.getByRole("button", { name: "Copy", exact: true }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/ info Sent \d/);
    await details.getByRole("button", { name: "Copy report" }).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toMatch(/^\{\n {2}"version"/);
    expect(JSON.parse(await copied())).toMatchObject({ state: "synced", waiting: {} });
    expect(await copied()).not.toContain("Kept only here");
    const download = page.waitForEvent("download");
    await details.getByRole("button", { name: "Save report" }).click();
    expect((await download).suggestedFilename()).toMatch(/^tidemark-sync-.*\.json$/);
    await expectAccessible(page, "log and report");
    await details.getByRole("button", { name: "Merges" }).click();
    await expect(details.getByText("Nothing to show")).toBeVisible();
  });

  await test.step("lists the account's devices and marks this one", async () => {
    await details.getByRole("tab", { name: "Devices" }).click();
    const devices = details.getByRole("list", { name: "Your devices" }).getByRole("listitem");
    await expect(devices.filter({ hasText: hostname() })).toContainText("This device");
    const keep = details.getByRole("radio", { name: "Keep my memos" });
    const remove = details.getByRole("radio", { name: "Remove everything from this device" });
    await expect(keep).toBeChecked();
    await keep.focus();
    await page.keyboard.press("ArrowDown");
    await expect(remove).toBeFocused();
    await expect(remove).toBeChecked();
    await expectAccessible(page, "devices");
    await page.keyboard.press("ArrowUp");
    await expect(keep).toBeChecked();
    await page.keyboard.press("Escape");
    await expect(details).toBeHidden();
  });

  await test.step("files can be stored offline up to a chosen limit, and space can be freed", async () => {
    const chooser = page.waitForEvent("filechooser");
    await press("Attach files");
    const buffer = Buffer.alloc(1_200_000, "tide");
    await (await chooser).setFiles([{ name: "chart.bin", mimeType: "text/plain", buffer }]);
    await expect(page.getByRole("button", { name: "Remove chart.bin" })).toBeVisible();
    await page.keyboard.type("With a chart");
    await page.keyboard.press("Control+Enter");
    const card = device.memo("With a chart");
    const keep = card.getByRole("button", { name: "Keep chart.bin offline" });
    await expect(keep).toHaveAttribute("aria-pressed", "false");
    await keep.press("Enter");
    await expect(keep).toHaveAttribute("aria-pressed", "true");
    await expectAccessible(page, "a file that is kept");
    await card.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Don’t keep files offline" }).click();
    await expect(keep).toHaveAttribute("aria-pressed", "false");

    await expect(pill).toHaveAccessibleName(/Synced/);
    await pill.click();
    await press("Storage");
    const free = details.getByRole("button", { name: "Free up space" });
    await expect(free).toHaveAccessibleDescription(/^Removes up to 1\.2 MB from this device\./);
    const limit = details.getByRole("combobox", { name: "Storage limit" });
    await expect(limit).toHaveValue("2000000000");
    await limit.selectOption("500 MB");
    await expect(page.getByText("Nothing had to be removed").first()).toBeVisible();
    await expectAccessibleInBoth(page, "storage");
    await page.reload();
    await pill.click();
    await press("Storage");
    await expect(limit).toHaveValue("500000000");
    await page.keyboard.press("Escape");
  });

  await test.step("a device that was wiped remotely explains why it is empty", async () => {
    await pill.click();
    await press("Devices");
    await details.getByText("Remove everything from this device").click();
    await expect(
      details.getByRole("radio", { name: "Remove everything from this device" }),
    ).toBeChecked();
    await page.keyboard.press("Escape");
    const { sessions } = (await api.get("/users/alice/sessions")).body;
    for (const { name, clientInfo } of sessions) {
      if (clientInfo.userAgent !== hostname()) continue;
      expect((await api.send("DELETE", `/${name}`)).status).toBe(200);
    }
    await device.write("Written too late");
    await expect(page.getByText(/Its data was removed, as you chose in Settings/)).toBeVisible();
    await expect(pill).toHaveAccessibleName("Sync: On this device");
    await expect(device.memo("With a chart")).toBeHidden();
    await expectAccessible(page, "an emptied device");
  });

  await rm(dir, { recursive: true, force: true });
});
