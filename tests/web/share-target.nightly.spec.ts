import { type BrowserContext, expect, type Page, test as base } from "@playwright/test";
import { parseJson } from "@tidemark/core";
import { z } from "zod";
import type { OpenPort } from "../../scripts/field-cases/open-port.ts";
import { expectAccessibleInBoth } from "../browser/expect-accessible.ts";
import { serveOtherApp, share } from "./other-app.ts";
import { type PageServer, signInPath, startPageServer, textsOf } from "./signed-in-page.ts";

interface Served {
  readonly served: PageServer;
  readonly otherApp: OpenPort;
}

const test = base.extend<object, Served>({
  served: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
    async ({}, provide) => {
      await using served = await startPageServer();
      await provide(served);
    },
    { scope: "worker" },
  ],
  otherApp: [
    // oxlint-disable-next-line no-empty-pattern -- As above.
    async ({}, provide) => {
      await using otherApp = await serveOtherApp();
      await provide(otherApp);
    },
    { scope: "worker" },
  ],
});

const manifest = z.object({
  shortcuts: z.array(z.object({ name: z.string(), url: z.string() })),
});

/** PNG of one pixel. */
const pixel = {
  name: "tide.png",
  type: "image/png",
  base64:
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
};

const sheet = (page: Page) => page.getByRole("dialog", { name: "Shared with Tidemark" });
const field = (page: Page) => sheet(page).getByRole("textbox", { name: "New memo" });
const composer = (page: Page) =>
  page.getByRole("main").getByRole("textbox", { name: "New memo", includeHidden: true });

async function openSignedIn(context: BrowserContext, served: PageServer): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${served.url}${signInPath("alice")}`);
  await expect(page.getByRole("button", { name: /^Sync: Synced/ })).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return page;
}

test("A44 · a page and a picture shared by another app are a draft beside the composer’s", async ({
  context,
  served,
  otherApp,
}) => {
  const page = await openSignedIn(context, served);
  await composer(page).click();
  await page.keyboard.insertText("Half a thought");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await share(page, otherApp, served.url, {
    title: "Tides [explained]",
    text: "https://tides.example/a_(b)",
    files: [pixel],
  });
  await expect(field(page)).toContainText("Tides \\[explained\\]");
  await expect(field(page)).toBeFocused();
  await expect(sheet(page).getByText("tide.png")).toBeVisible();
  await expectAccessibleInBoth(page, "shared by another app");
  expect(await textsOf(served)).toEqual([]);
  expect(new URL(page.url()).hash).toBe("#/");

  // It waits if the app is closed, with what was typed since.
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n\nto read");
  await expect(sheet(page).getByText("Draft saved")).toBeVisible();
  await page.reload();
  await expect(field(page)).toContainText("to read");
  await expect(sheet(page).getByText("tide.png")).toBeVisible();
  await sheet(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(sheet(page)).toBeHidden();
  const memo = "[Tides \\[explained\\]](<https://tides.example/a_(b)>)\n\nto read";
  await expect.poll(() => textsOf(served)).toEqual([memo]);
  await expect(composer(page)).toHaveText("Half a thought");
  await page.reload();
  await expect(composer(page)).toHaveText("Half a thought");
  await expect(sheet(page)).toBeHidden();
  await expect
    .poll(async () => {
      const reply = await fetch(`${served.server.url}/api/v1/attachments`, {
        headers: { authorization: `Bearer ${served.token}` },
      });
      return JSON.stringify(await reply.json());
    })
    .toContain("tide.png");
});

test("A44a · each share waits for its turn, and is discarded on request only", async ({
  context,
  served,
  otherApp,
}) => {
  const page = await openSignedIn(context, served);
  await share(page, otherApp, served.url, { text: "From a stranger’s form" });
  await expect(field(page)).toHaveText("From a stranger’s form");
  await share(page, otherApp, served.url, { text: "The second", files: [pixel] });
  await expect(field(page)).toHaveText("From a stranger’s form");
  await expect(sheet(page)).toContainText("1 more shared item is waiting.");

  await sheet(page).getByRole("button", { name: "Close" }).click();
  await expect(sheet(page)).toBeHidden();
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(field(page)).toHaveText("From a stranger’s form");

  await sheet(page).getByRole("button", { name: "Discard" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect(field(page)).toHaveText("The second");
  await expect(sheet(page).getByText("tide.png")).toBeVisible();
  await sheet(page).getByRole("button", { name: "Discard" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect(sheet(page)).toBeHidden();
  const countShares = () =>
    page.evaluate(async () => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open("tidemark-shares");
        request.addEventListener("success", () => resolve(request.result));
      });
      return new Promise((resolve) => {
        const request = database.transaction("shares").objectStore("shares").count();
        request.addEventListener("success", () => resolve(request.result));
      });
    });
  await expect.poll(countShares).toBe(0);
  await page.reload();
  await expect(composer(page)).toBeVisible();
  await expect(sheet(page)).toBeHidden();
  expect(await textsOf(served)).not.toContain("The second");
});

test("A44b · what is too much to share is refused in words, and nothing of it stays", async ({
  context,
  served,
  otherApp,
}) => {
  const page = await openSignedIn(context, served);
  const alert = (words: RegExp) => page.getByText(words).first();
  const files = Array.from({ length: 21 }, (_, at) => ({ ...pixel, name: `${at}.png` }));
  await share(page, otherApp, served.url, { files });
  await expect(alert(/^That’s too much to share at once/)).toBeVisible();
  await share(page, otherApp, served.url, { text: "x".repeat(200_001) });
  await expect(alert(/^That’s too much to share at once/)).toBeVisible();
  await share(page, otherApp, served.url, { title: " " });
  await expect(alert(/^Couldn’t read what was shared/)).toBeVisible();
  await expect(sheet(page)).toBeHidden();
  for (let n = 0; n < 10; n += 1) await share(page, otherApp, served.url, { text: `Number ${n}` });
  await share(page, otherApp, served.url, { text: "One too many" });
  await expect(alert(/^Too many shared items are waiting/)).toBeVisible();
  await expect(field(page)).toHaveText("Number 0");
  await expect(sheet(page)).toContainText("9 more shared items are waiting.");
});

test("A44c · what is shared without a session waits until somebody signs in", async ({
  context,
  served,
  otherApp,
}) => {
  const page = await openSignedIn(context, served);
  await context.clearCookies();
  await share(page, otherApp, served.url, { text: "Shared while signed out" });
  await page.goto(`${served.url}${signInPath("alice")}`);
  await expect(field(page)).toHaveText("Shared while signed out");
});

test("A44d · shortcuts of the installed app open a new memo, the search and the tasks", async ({
  context,
  served,
}) => {
  const page = await openSignedIn(context, served);
  const reply = await page.request.get(`${served.url}/manifest.webmanifest`);
  const { shortcuts } = parseJson(manifest, await reply.text());
  const open = async (name: string): Promise<void> => {
    const found = shortcuts.find((each) => each.name === name);
    await page.goto("about:blank");
    await page.goto(served.url + (found?.url ?? ""));
  };
  await open("New memo");
  await expect(composer(page)).toBeFocused();
  await open("Search");
  await expect(page.getByRole("searchbox", { name: "Search memos" })).toBeFocused();
  expect(new URL(page.url()).hash).toBe("#/");
  await open("Tasks");
  await expect(page.getByRole("heading", { level: 1, name: "Tasks" })).toBeVisible();
});
