import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { parseJson } from "@tidemark/core";
import { pino } from "pino";
import { z } from "zod";
import { readConfig } from "../../apps/server/src/cli/config.ts";
import { startServer } from "../../apps/server/src/start-server.ts";
import { ensureWeb } from "../../apps/web/build/ensure-built.ts";
import { createNotebookClient } from "../../scripts/notebook-client.ts";
import { readNotebook } from "../../scripts/notebook-lines.ts";
import { alice } from "../system/in-process-server.ts";

const signedIn = z.object({ accessToken: z.string() });

/** Starts the complete server with its page, on which alice has the notes of a notebook. */
export async function startWhole(notebookFile: string) {
  await using resources = new AsyncDisposableStack();
  const data = mkdtempSync(join(tmpdir(), "tidemark-whole-"));
  resources.defer(() => rmSync(data, { recursive: true, force: true }));
  const folder = await ensureWeb({ signal: new AbortController().signal, log: console.error });
  const account = ["--admin-username", alice.username, "--admin-password", alice.password];
  const args = ["--data", data, "--port", "0", "--rate-limit-anonymous", "0", ...account];
  const config = readConfig(args, "1.0.0");
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const started = await startServer(config.value, {
    version: "1.0.0",
    logger: pino({ level: "silent" }),
    page: { folder, builder: null },
  });
  if (!started.ok) throw new Error(started.error.message);
  const { url } = resources.use(started.value);
  const reply = await fetch(`${url}/api/v1/auth/signin`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(alice),
  });
  const { accessToken: token } = parseJson(signedIn, await reply.text());
  const notebook = createNotebookClient({ to: url, token, log: () => {} });
  const lines = readNotebook(notebookFile);
  let notes = 0;
  const createAll = async (): Promise<void> => {
    for await (const line of lines) {
      if (!line.ok) continue;
      expect((await notebook.create(line.note)).type).toBe("created");
      notes += 1;
    }
  };
  await Promise.all(Array.from({ length: 4 }, createAll));
  const held = resources.move();
  return { url, notes, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/** Signs alice in on the server's page, and waits for the first memos. */
export async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel("Username").fill(alice.username);
  await page.getByLabel("Password").fill(alice.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  const feed = page.getByRole("feed", { name: "Memos" });
  await expect(feed.getByRole("article").first()).toBeVisible();
}

/** Expects as many memos in the browser as the dialog about their safety says. */
export async function expectMemosHere(page: Page, url: string, count: number): Promise<void> {
  await page.goto(`${url}/#/settings/backups`);
  await page.getByRole("main").getByRole("button", { name: "Show" }).first().click();
  const words = new RegExp(`^${count.toLocaleString("en")} memos (?:on|are)`);
  await expect(page.getByRole("dialog").getByText(words)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto(`${url}/#/`);
}
