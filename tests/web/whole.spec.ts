import { expect, test } from "@playwright/test";
import { ownNotebook } from "../samples/notebooks.ts";
import { expectMemosHere, signIn, startWhole } from "./whole-server.ts";

test("signing in on the server's page opens all notes, and they are there after a reload", async ({
  browser,
}) => {
  await using server = await startWhole(ownNotebook);
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await signIn(page, server.url);
  const feed = page.getByRole("feed", { name: "Memos" });
  await expect(page.getByRole("button", { name: /^Sync: Synced/ })).toBeVisible();
  await expectMemosHere(page, server.url, server.notes);

  await page.getByRole("textbox", { name: "New memo" }).click();
  await page.keyboard.insertText("Written after signing in");
  await page.keyboard.press("Control+Enter");
  await expect(feed.getByText("Written after signing in")).toBeVisible();
  await page.reload();
  await expect(feed.getByText("Written after signing in")).toBeVisible();

  expect(errors).toEqual([]);
  await context.close();
});
