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

test("a memo is shared with a space, appears for its members, and is made private again", async ({
  device,
  browser,
}) => {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-spaces-"));
  const otherDir = await mkdtemp(join(tmpdir(), "tidemark-spaces-other-"));
  await using server = await startServer(dir, { args: adminArgs });
  await using otherApp = await startApp(otherDir);
  await using other = await openDevice(browser, otherApp.url);
  const session = await apiClient(server.url, null).send("POST", "/auth/signin", alice);
  const api = apiClient(server.url, session.body.accessToken);
  const send = async (...[method, path, body]: Parameters<typeof api.send>): Promise<void> => {
    expect((await api.send(method, path, body)).status).toBe(200);
  };
  await send("POST", "/users", { ...bob, role: "USER" });
  await send("POST", "/spaces?spaceId=garden", { title: "Garden" });
  await send("POST", "/spaces/garden/members", { user: "users/bob", role: "ADMIN" });
  await send("DELETE", "/spaces/garden/members/alice");
  for (const [each, { username, password }] of [
    [device, alice],
    [other, bob],
  ] as const) {
    await each.connect(server.url, username, password);
    await expect(each.syncPill()).toHaveAccessibleName(/Synced/);
  }
  const { page } = device;
  const visibility = page
    .getByRole("region", { name: "New memo" })
    .getByRole("combobox", { name: "Visibility" });
  await page.getByRole("textbox", { name: "New memo" }).click();
  const spaces = page.getByRole("group", { name: "Spaces" });
  const inGarden = spaces.getByRole("option", { name: "Garden" });

  await test.step("a space is offered as soon as the user joins it, and none before", async () => {
    await visibility.click();
    await expect(page.getByRole("option")).toHaveText(["Private", "Signed-in users", "Public"]);
    await send("POST", "/spaces/garden/members", { user: "users/alice", role: "USER" });
    await expect(inGarden).toBeVisible();
    await expectAccessibleInBoth(page, "the list with a space");
  });

  await test.step("a memo is written into the space with the keyboard", async () => {
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect(visibility).toHaveText("Garden");
    await expect(page.getByRole("button", { name: "Make default" })).toBeHidden();
    await device.write("The roses want water");
    await expect(device.memo("The roses")).toContainText("Garden");
    await expect(other.memo("The roses")).toContainText("Garden", { timeout: 30_000 });
  });

  await test.step("making it private removes it from the other member's device", async () => {
    const card = device.memo("The roses");
    await card.hover();
    await card.getByRole("button", { name: "Edit", exact: true }).click();
    const ofMemo = card.getByRole("combobox", { name: "Visibility" });
    await expect(ofMemo).toHaveText("Garden");
    await ofMemo.click();
    await page.getByRole("option", { name: "Private" }).click();
    await expect(ofMemo).toHaveText("Private");
    await expect(other.memo("The roses")).toBeHidden({ timeout: 30_000 });
  });

  await test.step("a space that the user left isn't offered, and saving into it is refused", async () => {
    await send("DELETE", "/spaces/garden/members/alice");
    await page.getByRole("textbox", { name: "New memo" }).click();
    await expect(visibility).toHaveText("Space", { timeout: 30_000 });
    await page.keyboard.insertText("Kept for later");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("alert")).toContainText("You’re no longer in that space");
    await expect(page.getByRole("textbox", { name: "New memo" })).toContainText("Kept for later");
  });
  await rm(dir, { recursive: true, force: true });
  await rm(otherDir, { recursive: true, force: true });
});
