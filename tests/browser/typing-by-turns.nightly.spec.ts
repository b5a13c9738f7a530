import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator } from "@playwright/test";
import { type DevicePage, openDevice } from "../system/device-page.ts";
import { startApp, startServer } from "../system/running-program.ts";
import { test } from "./file-app.ts";

const alice = { username: "alice", password: "correct horse" };
const adminArgs = ["--admin-username", alice.username, "--admin-password", alice.password];
const title = "Log of a passage on two devices";

async function openEditor({ page, memo }: DevicePage): Promise<Locator> {
  await memo(title).hover();
  await memo(title).getByRole("button", { name: "Edit", exact: true }).click();
  const editor = page.getByRole("textbox", { name: "Edit memo" });
  await expect(editor).toBeFocused();
  return editor;
}

/** Types at the end of a line, counted from 0, and moves there with keys as a user does. */
async function typeInLine({ page }: DevicePage, line: number, text: string): Promise<void> {
  await page.keyboard.press("Control+Home");
  for (let down = 0; down < line; down += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.type(text, { delay: 20 });
}

test("two devices edit one memo by turns while the server is offline, and both get all of it", async ({
  device,
  browser,
}) => {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-turns-"));
  let server = await startServer(join(dir, "server"), { args: adminArgs });
  const app = await startApp(join(dir, "other"));
  await using other = await openDevice(browser, app.url);
  await device.write(`${title}\nMorning\nNoon\nEvening`);
  for (const each of [device, other]) {
    await each.connect(server.url, alice.username, alice.password);
    await expect(each.syncPill()).toHaveAccessibleName(/^Sync: Synced/);
  }
  await expect(other.memo(title)).toBeVisible();
  await server.stop();

  await test.step("by turns, in open editors, one of them closed in between", async () => {
    const editors = [await openEditor(device), await openEditor(other)] as const;
    await typeInLine(device, 1, ": fog");
    await typeInLine(other, 2, ": the sun");
    await typeInLine(device, 1, ", no wind");
    await other.page.keyboard.press("Escape");
    await expect(editors[1]).toBeHidden();
    await typeInLine(device, 3, ": at the mole");
    await openEditor(other);
    await typeInLine(other, 2, " and a seal");
    await typeInLine(other, 3, ", tired");
    await device.page.keyboard.press("Control+z");
    await device.page.keyboard.type("at anchor");
  });

  await test.step("the server comes back, and the editors stay as they are", async () => {
    server = await startServer(join(dir, "server"), { port: Number(new URL(server.url).port) });
    for (const { page } of [device, other]) {
      const editor = page.getByRole("textbox", { name: "Edit memo" });
      await expect(editor).toContainText("Morning: fog, no wind", { timeout: 60_000 });
      await expect(editor).toContainText("Noon: the sun and a seal", { timeout: 60_000 });
      await expect(editor).toContainText("at anchor");
      await expect(editor).toContainText(", tired");
      await expect(editor).not.toContainText("at the mole");
    }
    const texts = await Promise.all(
      [device, other].map(({ page }) =>
        page.getByRole("textbox", { name: "Edit memo" }).innerText(),
      ),
    );
    expect(texts[0]).toBe(texts[1]);
  });

  await app.stop();
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});
