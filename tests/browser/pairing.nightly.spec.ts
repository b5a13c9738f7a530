import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { readLink } from "../../apps/desktop/src/page/deep-link.ts";
import { openDevice } from "../system/device-page.ts";
import { startApp, startServer } from "../system/running-program.ts";
import { expectAccessibleInBoth } from "./expect-accessible.ts";
import { test } from "./file-app.ts";
import { openSettings } from "./open-settings.ts";

const admin = { username: "alice", password: "correct horse" };
const adminArgs = ["--admin-username", admin.username, "--admin-password", admin.password];

test("A34 · connects a second device with a code that the first one shows", async ({
  browser,
  device,
}) => {
  const { page } = device;
  const dir = await mkdtemp(join(tmpdir(), "tidemark-pairing-"));
  await using server = await startServer(join(dir, "server"), { args: adminArgs });
  await using laptopApp = await startApp(join(dir, "laptop"));
  await using laptop = await openDevice(browser, laptopApp.url);
  await device.write("Written at the desk");
  await device.connect(server.url, admin.username, admin.password);
  await expect(device.syncPill()).toHaveAccessibleName(/Synced/);
  const section = await openSettings(page, "Devices");
  const shown = section.getByRole("region", { name: "Code for another device" });
  const begin = section.getByRole("button", { name: "Add a device", exact: true });

  const code =
    await test.step("the code is a link that the app reads, and groups to be typed", async () => {
      await begin.click();
      await expect(shown.getByRole("button", { name: "Copy link" })).toBeFocused();
      await expect(shown.getByRole("timer")).toHaveText(/^Expires in (10:00|9:\d\d)$/);
      const groups = await shown.locator("[data-code]").innerText();
      expect(groups).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);
      const link = await shown.getByText(/^tidemark:/).innerText();
      expect(readLink(link)).toEqual({
        type: "connect",
        url: server.url,
        code: groups.replaceAll("-", ""),
      });
      await expectAccessibleInBoth(page, "a code for another device");
      return groups;
    });

  await test.step("typing it on the other device connects that device, as a password does", async () => {
    await laptop.write("Written on the laptop");
    await laptop.syncPill().click();
    const panel = laptop.page.getByRole("dialog");
    await panel.getByRole("button", { name: "Connect a server…" }).click();
    const dialog = laptop.page.getByRole("dialog", { name: "Connect a server" });
    await dialog.getByRole("textbox", { name: "Server address" }).fill(server.url);
    await dialog.getByRole("button", { name: "Use a code instead" }).click();
    const field = dialog.getByRole("textbox", { name: "Code" });
    await expect(field).toBeFocused();
    await field.fill(code.toLowerCase().replaceAll("-", " "));
    await expectAccessibleInBoth(laptop.page, "a code in the place of a password");
    await laptop.page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await expect(laptop.syncPill()).toHaveAccessibleName(/Synced/);
    await expect(laptop.memo("Written at the desk")).toBeVisible();
  });

  await test.step("the first one reports the new device and receives its memos", async () => {
    await expect(shown.getByText(/^Added /)).toBeVisible();
    await shown.getByRole("button", { name: "Done" }).click();
    await expect(begin).toBeVisible();
    const devices = section.getByRole("list", { name: "Your devices" }).getByRole("listitem");
    await expect(devices).toHaveCount(2);
    await page.keyboard.press("Escape");
    await expect(device.memo("Written on the laptop")).toBeVisible();
  });

  await test.step("a code works once", async () => {
    await laptop.syncPill().click();
    await laptop.page.getByRole("button", { name: "Disconnect…", exact: true }).click();
    const question = laptop.page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Disconnect", exact: true }).click();
    await expect(laptop.syncPill()).toHaveAccessibleName("Sync: On this device");
    await laptop.syncPill().click();
    const panel = laptop.page.getByRole("dialog");
    await panel.getByRole("button", { name: "Connect a server…" }).click();
    const dialog = laptop.page.getByRole("dialog", { name: "Connect a server" });
    await dialog.getByRole("button", { name: "Use a code instead" }).click();
    await dialog.getByRole("textbox", { name: "Code" }).fill(code);
    await laptop.page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toHaveText(
      "This code is wrong, expired or already used. Create a new one on the other device.",
    );
  });

  await rm(dir, { recursive: true, force: true });
});
