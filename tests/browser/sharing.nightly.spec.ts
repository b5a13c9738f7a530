import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { startServer } from "../system/running-program.ts";
import { expectAccessible, expectAccessibleInBoth } from "./expect-accessible.ts";
import { test } from "./file-app.ts";

const admin = { username: "alice", password: "correct horse" };
const adminArgs = ["--admin-username", admin.username, "--admin-password", admin.password];

test("a memo is shared by a link that opens without an account or scripts, until it is revoked", async ({
  device,
  browser,
}) => {
  const { page } = device;
  const dir = await mkdtemp(join(tmpdir(), "tidemark-sharing-"));
  const server = await startServer(dir, { args: adminArgs });
  const sheet = page.getByRole("dialog", { name: "Share link" });
  const stranger = await browser.newContext({ javaScriptEnabled: false, colorScheme: "dark" });
  const visit = await stranger.newPage();
  const failed: string[] = [];
  visit.on("requestfailed", (request) => failed.push(request.url()));
  let url = "";

  await test.step("without a server the sheet explains why, and offers to connect one", async () => {
    await device.write(
      "# Low water\n\nOut on the flats, $h(t)$.[^1]\n\n- [x] boots\n\n[^1]: far out\n\n#sea",
    );
    await device.choose("Low water", "Share…");
    await expect(sheet).toContainText("your memos are only on this device");
    await expectAccessible(page, "the sheet without a server");
    await sheet.getByRole("button", { name: "Connect a server…" }).click();
    await expect(page.getByRole("dialog", { name: "Connect a server" })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("`s` opens it, and a link is created with the chosen expiry and copied", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await device.connect(server.url, admin.username, admin.password);
    await expect(device.syncPill()).toHaveAccessibleName(/^Sync: Synced/);
    await device.memo("Low water").focus();
    await page.keyboard.press("s");
    await expect(sheet).toContainText("No links yet.");
    await expect(sheet.getByRole("combobox", { name: "Expires after" })).toBeFocused();
    await sheet.getByRole("combobox", { name: "Expires after" }).selectOption({ label: "30 days" });
    await sheet.getByRole("button", { name: "Create link" }).click();
    const row = sheet.getByRole("list", { name: "Links to this memo" }).getByRole("listitem");
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(/Expires .* · Created today/i);
    await expect(row.getByRole("button", { name: "Copy link" })).toBeFocused();
    await row.getByRole("button", { name: "Show QR code" }).click();
    await expect(row.getByRole("img", { name: "QR code for the link" })).toBeVisible();
    await expectAccessible(page, "the sheet with a link");
    url = (await row.getByText(`${new URL(server.url).host}/s/`).getAttribute("title")) ?? "";
    await expect(row).toContainText("Link created and copied.");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    await page.keyboard.press("Escape");
    await expect(device.memo("Low water")).toBeFocused();
    await page.keyboard.press("s");
    await expect(row.getByRole("button", { name: "Copy link" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(device.memo("Low water")).toBeFocused();
  });

  await test.step("anyone with the link can read the memo and nothing else", async () => {
    const answer = await visit.goto(url);
    expect(answer?.status()).toBe(200);
    await expect(visit.getByRole("heading", { level: 1, name: "Low water" })).toBeVisible();
    await expect(visit.getByText("Out on the flats")).toBeVisible();
    await expect(visit.locator(".katex")).toBeVisible();
    await expect(visit.getByRole("checkbox", { name: "boots" })).toBeDisabled();
    await visit.getByRole("link", { name: "Note 1" }).click();
    await expect(visit.getByRole("listitem").filter({ hasText: "far out" })).toBeInViewport();
    // The page's policy blocks scripts, including axe, so the test checks a copy without the policy.
    const bare = await browser.newContext();
    const copy = await bare.newPage();
    await copy.setContent((await answer?.text()) ?? "");
    await expectAccessibleInBoth(copy, "the page of a share");
    await bare.close();
    expect(await stranger.cookies()).toEqual([]);
    expect(failed).toEqual([]);
  });

  await test.step("the memo's page lists its links, and revoking asks first", async () => {
    await page.keyboard.press("Enter");
    const panel = page.getByRole("region", { name: "Shared links" });
    const row = panel.getByRole("listitem");
    await row.getByRole("button", { name: "Revoke" }).click();
    const question = row.getByRole("group", { name: "Revoke" });
    await expect(question).toContainText("The link stops working right away.");
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(row.getByRole("button", { name: "Revoke" })).toBeFocused();
    await row.getByRole("button", { name: "Revoke" }).click();
    await question.getByRole("button", { name: "Revoke link" }).click();
    await expect(panel).toContainText("No links yet.");
    const answer = await visit.goto(url);
    expect(answer?.status()).toBe(404);
    await expect(visit.getByRole("heading", { name: "Nothing here" })).toBeVisible();
  });

  await test.step("while the server is offline the panel says so and disables Create link", async () => {
    await server.stop();
    const panel = page.getByRole("region", { name: "Shared links" });
    await expect(panel).toContainText("You’re offline.");
    await expect(panel.getByRole("button", { name: "Create link" })).toBeDisabled();
  });

  await stranger.close();
  await rm(dir, { recursive: true, force: true });
});
