import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { openSqliteConnection } from "../../packages/db/src/dialect/node/open-connection.ts";
import { apiClient, signIn } from "../system/api-client.ts";
import { startServer } from "../system/running-program.ts";
import { expectAccessibleInBoth } from "./expect-accessible.ts";
import { test } from "./file-app.ts";
import { openSettings } from "./open-settings.ts";

const admin = { username: "alice", password: "correct horse" };
const adminArgs = ["--admin-username", admin.username, "--admin-password", admin.password];

test("creates, uses and removes a token and a webhook in the settings", async ({ device }) => {
  const { page } = device;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const dir = await mkdtemp(join(tmpdir(), "tidemark-programs-"));
  const received: string[] = [];
  let status = 204;
  const hook = createServer((request, response) => {
    received.push(String(request.headers["webhook-id"] ?? ""));
    response.writeHead(status).end();
  });
  await new Promise<void>((listening) => hook.listen(0, "127.0.0.1", listening));
  const address = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`;
  await using server = await startServer(dir, { args: adminArgs });
  const api = apiClient(server.url, await signIn(server.url, admin));
  await api.send("PATCH", "/instance/settings/WEBHOOKS", {
    webhooksSetting: { allowPrivateTargets: true },
  });
  await device.connect(server.url, admin.username, admin.password);
  await expect(device.syncPill()).toHaveAccessibleName(/Synced/);
  const section = await openSettings(page, "Scripts and apps");
  const press = (name: string) => section.getByRole("button", { name, exact: true }).click();

  const token = await test.step("a token is shown once and lets a script read", async () => {
    await expect(section.getByText("No tokens yet.")).toBeVisible();
    await section.getByRole("textbox", { name: "Token name" }).fill("Backup script");
    await page.keyboard.press("Enter");
    await expect(section.getByRole("button", { name: "Copy token" })).toBeFocused();
    await expectAccessibleInBoth(page, "a token that was just made");
    await press("Copy token");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^memos_pat_/);
    await press("I’ve saved it");
    await expect(section.getByText(copied)).toHaveCount(0);
    const script = apiClient(server.url, copied);
    expect((await script.get("/memos")).status).toBe(200);
    expect((await script.send("POST", "/memos", { content: "no" })).status).toBe(403);
    return copied;
  });

  await test.step("a webhook receives a new memo and lists the delivery", async () => {
    await section.getByRole("textbox", { name: "Address" }).fill(address);
    await section.getByRole("textbox", { name: "Name (optional)" }).fill("Log");
    await press("Add a webhook");
    const hooks = section.getByRole("list", { name: "Webhooks" }).getByRole("listitem");
    await expect(hooks).toContainText(["Log"]);
    await api.send("POST", "/memos", { content: "Told of" });
    await expect.poll(() => received.length).toBe(1);
    await press("Recent deliveries");
    const rows = section.getByRole("list", { name: "Recent deliveries" }).getByRole("listitem");
    await expect(rows).toHaveText([/Delivered.*New memos.*204/]);
    await expectAccessibleInBoth(page, "tokens and webhooks");
    await page.setViewportSize({ width: 320, height: 640 });
    const isTooWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isTooWide).toBe(false);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step("the webhook is edited and keeps its secret", async () => {
    await press("Edit");
    const form = section.getByRole("form", { name: "Edit webhook" });
    await expect(form.getByRole("textbox", { name: "Address" })).toBeFocused();
    await expectAccessibleInBoth(page, "a webhook that is changed");
    await page.keyboard.press("Escape");
    await expect(form).toHaveCount(0);
    await expect(section).toBeVisible();
    await press("Edit");
    await form.getByRole("textbox", { name: "Name (optional)" }).fill("Diary");
    await form.getByRole("checkbox", { name: "Changed memos" }).uncheck();
    await form.getByRole("button", { name: "Save" }).click();
    const hooks = section.getByRole("list", { name: "Webhooks" }).getByRole("listitem");
    await expect(hooks.first()).toContainText("New memos · Deleted memos · New comments");
    await expect(hooks.first()).toContainText("Diary");
    await expect(section.getByRole("button", { name: "Edit", exact: true })).toBeFocused();
  });

  await test.step("a test delivery shows its result", async () => {
    status = 500;
    await press("Send a test");
    const rows = section.getByRole("list", { name: "Recent deliveries" }).getByRole("listitem");
    await expect(rows.first()).toHaveText(/Failed.*Test.*Response 500/);
    expect(received).toHaveLength(2);
    await expectAccessibleInBoth(page, "a test that failed");
  });

  await test.step("a failed delivery is sent again", async () => {
    await api.send("POST", "/memos", { content: "Refused" });
    await expect.poll(() => received.length).toBe(3);
    giveUp(join(dir, "tidemark.db"));
    await press("Recent deliveries");
    await press("Recent deliveries");
    status = 204;
    await press("Send again");
    const rows = section.getByRole("list", { name: "Recent deliveries" }).getByRole("listitem");
    await expect(rows.first()).toHaveText(/Delivered.*New memos.*204/);
    expect(new Set(received).size).toBe(4);
  });

  await test.step("the token and the webhook are removed immediately", async () => {
    await section.getByRole("button", { name: "Revoke", exact: true }).click();
    await press("Revoke token");
    await expect(section.getByText("No tokens yet.")).toBeVisible();
    expect((await apiClient(server.url, token).get("/memos")).status).toBe(401);
    await press("Remove");
    await press("Remove webhook");
    await expect(section.getByText("No webhooks yet.")).toBeVisible();
  });
  hook.close();
  await rm(dir, { recursive: true, force: true });
});

/** Marks pending deliveries as failed in a running server's database, as after a day of retries. */
function giveUp(file: string): void {
  const database = openSqliteConnection({ file, readonly: false });
  database.exec(
    "UPDATE webhook_delivery SET state = 'FAILED', body = NULL, snapshot = NULL WHERE state = 'PENDING'",
  );
  database.close();
}
