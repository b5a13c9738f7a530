import { expect, test } from "@playwright/test";
import { ownNotebook, realNotebook } from "../samples/notebooks.ts";
import { expectMemosHere, signIn, startWhole } from "./whole-server.ts";

/** The database is opened, and the first memos are stored, while the rest is on its way. */
const completeWithinMs = 120_000;

test("all real notes are synced into a browser, searched, and there after a reload", async ({
  page,
}) => {
  test.setTimeout(600_000);
  await using server = await startWhole(realNotebook ?? ownNotebook);
  await signIn(page, server.url);
  const isSynced = page.getByRole("button", { name: /^Sync: Synced/ });
  await expect(isSynced).toBeVisible({ timeout: completeWithinMs });
  await expectMemosHere(page, server.url, server.notes);
  await page.getByRole("searchbox", { name: "Search memos" }).fill("e");
  const feed = page.getByRole("feed", { name: "Memos" });
  await expect(feed.getByRole("article").first()).toBeVisible();
  await page.reload();
  await expect(feed.getByRole("article").first()).toBeVisible();
  await expectMemosHere(page, server.url, server.notes);
});
