import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { ensureWeb } from "../../apps/web/build/ensure-built.ts";
import { openDevice } from "../system/device-page.ts";
import { startApp, startServer } from "../system/running-program.ts";
import { signIn } from "./whole-server.ts";

const account = { username: "alice", password: "correct horse" };
const adminArgs = ["--admin-username", account.username, "--admin-password", account.password];

const letter = "First line of a letter\n\nsome words between\n\nLast line of a letter";

const card = (page: Page) =>
  page.getByRole("article").filter({ hasText: "First line of a letter" }).first();
const syncState = (page: Page) => page.getByRole("button", { name: /^Sync:/, includeHidden: true });

/** Opens the letter's editor, presses keys, types, and closes it. */
async function edit(page: Page, keys: readonly string[], text: string): Promise<void> {
  await page.getByRole("button", { name: "Edit", exact: true }).first().click();
  const editor = page.getByRole("textbox", { name: "Edit memo" });
  await expect(editor).toBeFocused();
  for (const key of keys) await page.keyboard.press(key);
  await page.keyboard.type(text);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(editor).toBeHidden();
}

test("A44g · a browser, a phone and a desktop edit one memo offline, and all edits are merged", async ({
  browser,
}) => {
  await ensureWeb({ signal: new AbortController().signal, log: console.error });
  await using home = await mkdtempDisposable(join(tmpdir(), "tidemark-three-"));
  const cellar = join(home.path, "cellar");
  let server = await startServer(cellar, { args: adminArgs });
  const { url } = server;
  const port = Number(new URL(url).port);

  await using app = await startApp(join(home.path, "desk"));
  await using desk = await openDevice(browser, app.url);
  await desk.write(letter);
  await desk.connect(url, account.username, account.password);
  await expect(desk.syncPill()).toHaveAccessibleName(/Synced/);

  const laptopContext = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const laptop = await laptopContext.newPage();
  const phoneContext = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: "reduce",
  });
  const phone = await phoneContext.newPage();
  for (const page of [laptop, phone]) {
    await signIn(page, url);
    await expect(card(page)).toContainText("Last line of a letter");
    // Cards on a phone have no room for the button.
    if (page === phone) await card(page).locator("time").first().tap();
    // The editor is loaded when it is first used.
    await edit(page, [], "");
  }

  await test.step("each edits another line while the server is gone", async () => {
    await server.stop();
    await desk.edit("First line of a letter", "end of first line", ", from the desk");
    const toSecond = ["Control+Home", "ArrowDown", "ArrowDown", "End"];
    await edit(laptop, toSecond, ", from the laptop");
    await edit(phone, ["Control+End"], ", from the phone");
  });

  server = await startServer(cellar, { port });
  await test.step("once it is back, all three show all edits", async () => {
    for (const page of [desk.page, laptop, phone]) {
      await expect(card(page)).toContainText("First line of a letter, from the desk");
      await expect(card(page)).toContainText("some words between, from the laptop");
      await expect(card(page)).toContainText("Last line of a letter, from the phone");
    }
    await expect(syncState(laptop)).toHaveAccessibleName(/Synced/);
  });

  await laptopContext.close();
  await phoneContext.close();
  await server.stop();
});
