import { mkdtemp, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { apiClient } from "../system/api-client.ts";
import { startServer } from "../system/running-program.ts";
import { test } from "./file-app.ts";

// Runs in order in one worker: the tests share one app.
test.describe.configure({ mode: "default" });

const admin = { username: "alice", password: "correct horse" };
const adminArgs = ["--admin-username", admin.username, "--admin-password", admin.password];

test("the pill shows the sync state, and its panel the available actions", async ({ device }) => {
  const { page } = device;
  const dir = await mkdtemp(join(tmpdir(), "tidemark-sync-"));
  let server = await startServer(dir, { args: adminArgs });
  const { url } = server;
  const pill = device.syncPill();
  const button = (name: string) => page.getByRole("button", { name, exact: true });

  await test.step("On this device", async () => {
    await device.write("Written before there was a server");
    await expect(pill).toHaveAccessibleName("Sync: On this device");
  });

  await test.step("Synced", async () => {
    await device.connect(url, admin.username, admin.password);
    await expect(
      page.getByRole("status").getByText(`Connected to ${new URL(url).host}`),
    ).toBeVisible();
    await expect(pill).toHaveAccessibleName(/^Sync: Synced \d/);
    await expect.poll(() => onServer(url)).toContain("Written before there was a server");
  });

  await test.step("Offline, with the number of pending changes", async () => {
    await server.stop();
    await device.write("Written while the server was away");
    await expect(pill).toHaveAccessibleName("Sync: Offline, 1 pending");
    await pill.click();
    await expect(page.getByText("1 pending change")).toBeVisible();
    await expect(page.getByText(`Couldn’t reach ${new URL(url).host}.`)).toBeVisible();
  });

  await test.step("Sync now, as soon as it is back", async () => {
    server = await startServer(dir, { port: Number(new URL(url).port) });
    const notebook = page.getByRole("navigation").first();
    await expect(notebook.getByTitle(`alice · ${new URL(url).host}`)).toHaveText("alice");
    const setting = { generalSetting: { title: "Harbour notes" } };
    await (await signedIn(url)).send("PATCH", "/instance/settings/GENERAL", setting);
    await button("Sync now").click();
    await expect(pill).toHaveAccessibleName(/^Sync: Synced/);
    await expect.poll(() => onServer(url)).toContain("Written while the server was away");
    await expect(notebook.getByText("Harbour notes")).toBeVisible();
  });

  await test.step("Paused: nothing is sent until Resume", async () => {
    await button("Pause").click();
    await expect(pill).toHaveAccessibleName("Sync: Paused");
    await page.keyboard.press("Escape");
    await device.write("Written during the pause");
    await page.reload();
    await expect(device.memo("Written during the pause")).toBeVisible();
    await expect(pill).toHaveAccessibleName("Sync: Paused");
    expect(await onServer(url)).not.toContain("Written during the pause");
    await pill.click();
    await button("Resume").click();
    await expect(pill).toHaveAccessibleName(/^Sync: Synced/);
    await expect.poll(() => onServer(url)).toContain("Written during the pause");
    await page.keyboard.press("Escape");
  });

  await test.step("Sign in again, after the session was ended remotely", async () => {
    await endDeviceSession(url);
    await device.write("Written without a session");
    await expect(pill).toHaveAccessibleName("Sync: Sign in again");
    await pill.click();
    await page.getByRole("textbox", { name: "Password" }).fill("wrong horse");
    await button("Sign in").click();
    await expect(page.getByRole("alert")).toHaveText("Wrong username or password.");
    await page.getByRole("textbox", { name: "Password" }).fill(admin.password);
    await page.keyboard.press("Enter");
    await expect(pill).toHaveAccessibleName(/^Sync: Synced/);
    await expect.poll(() => onServer(url)).toContain("Written without a session");
  });

  const question = page.getByRole("alertdialog");
  await test.step("W6 · Disconnect asks first, and Cancel changes nothing", async () => {
    await button("Disconnect…").click();
    await expect(question).toContainText(/Your \d+ memos stay on this device/);
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await expect(pill).toHaveAccessibleName(/^Sync: Synced/);
  });

  await test.step("Undo reverts Disconnect, and sync resumes without a password", async () => {
    await pill.click();
    await button("Disconnect…").click();
    await question.getByRole("button", { name: "Disconnect", exact: true }).click();
    await expect(pill).toHaveAccessibleName("Sync: On this device");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(pill).toHaveAccessibleName(/^Sync: Synced/);
    await device.write("Written after coming back");
    await expect.poll(() => onServer(url)).toContain("Written after coming back");
  });

  await test.step("Disconnect keeps all memos and remembers the server's address", async () => {
    await pill.click();
    await button("Disconnect…").click();
    await question.getByRole("button", { name: "Disconnect", exact: true }).click();
    await expect(pill).toHaveAccessibleName("Sync: On this device");
    await pill.click();
    await page.getByRole("dialog").getByRole("button", { name: "Connect a server…" }).click();
    const form = page.getByRole("dialog", { name: "Connect a server" });
    await expect(form.getByRole("textbox", { name: "Server address" })).toHaveValue(url);
    await expect(form.getByRole("textbox", { name: "Username" })).toHaveValue(admin.username);
    await page.keyboard.press("Escape");
    await expect(device.memo("Written without a session")).toBeVisible();
    await expect(device.memo("Written before there was a server")).toBeVisible();
  });

  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

test("the connect dialog explains errors and keeps the typed values", async ({ app, device }) => {
  const { page } = device;
  await device.syncPill().click();
  await page.getByRole("dialog").getByRole("button", { name: "Connect a server…" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect a server" });
  const address = dialog.getByRole("textbox", { name: "Server address" });
  const connect = dialog.getByRole("button", { name: "Connect", exact: true });
  await expect(connect).toBeDisabled();

  await fill(page, "not an address", "alice", "secret");
  await connect.click();
  await expect(address).toHaveAttribute("aria-invalid", "true");
  await expect(address).toHaveAccessibleDescription(/Enter the full address/);

  await address.fill("http://127.0.0.1:9");
  await connect.click();
  await expect(dialog.getByRole("alert")).toHaveText("Could not reach 127.0.0.1:9.");
  await expect(dialog.getByRole("textbox", { name: "Username" })).toHaveValue("alice");
  await expect(dialog.getByLabel("Password", { exact: true })).toHaveValue("secret");

  const { origin, host } = new URL(app.url);
  // An address without a scheme is tried over http too.
  for (const typed of [origin, host]) {
    await address.fill(typed);
    await connect.click();
    await expect(dialog.getByRole("alert")).toHaveText(`${host} is no Tidemark server.`);
  }

  const password = dialog.getByLabel("Password", { exact: true });
  await expect(password).toHaveAttribute("type", "password");
  await dialog.getByRole("checkbox", { name: "Show password" }).check();
  await expect(password).toHaveAttribute("type", "text");

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(device.syncPill()).toHaveAccessibleName("Sync: On this device");
});

async function fill(page: Page, url: string, username: string, password: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Connect a server" });
  await dialog.getByRole("textbox", { name: "Server address" }).fill(url);
  await dialog.getByRole("textbox", { name: "Username" }).fill(username);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
}

async function signedIn(url: string) {
  const session = await apiClient(url, null).send("POST", "/auth/signin", admin);
  return apiClient(url, session.body.accessToken);
}

async function onServer(url: string): Promise<string[]> {
  const listed = await (await signedIn(url)).get("/memos?pageSize=100");
  return listed.body.memos.map((memo: { content: string }) => memo.content);
}

async function endDeviceSession(url: string): Promise<void> {
  const api = await signedIn(url);
  const listed = await api.get("/users/alice/sessions");
  const devices = listed.body.sessions.filter(
    (each: { clientInfo: { userAgent: string } }) => each.clientInfo.userAgent === hostname(),
  );
  expect(devices.length).toBeGreaterThan(0);
  for (const { name } of devices) expect((await api.send("DELETE", `/${name}`)).status).toBe(200);
}
