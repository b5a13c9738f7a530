import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseJson } from "@tidemark/core";
import type { MenuItemConstructorOptions } from "electron";
import { z } from "zod";
import { startBuilt } from "./built-app.ts";
import { app, closeBrowser, seen, shortcuts } from "./chromium-electron.ts";

// Runs the built application (argument: its folder) and prints the observations as JSON.
const page = await startBuilt(process.argv[2] ?? "");
const timeline = page.getByRole("feed");

await page.getByRole("heading", { name: "Timeline" }).waitFor();
const globals = await page.evaluate(() => ({
  bridge: Object.keys((window as { tidemark?: object }).tidemark ?? {}),
  require: typeof (globalThis as { require?: unknown }).require,
  process: typeof (globalThis as { process?: unknown }).process,
  relay: typeof (globalThis as { toNode?: unknown }).toNode,
}));

await page.getByRole("textbox", { name: "New memo" }).click();
await page.keyboard.type("The window writes");
await page.keyboard.press("Control+Enter");
await timeline.getByText("The window writes").waitFor();
// The page shows the memo before the host has it, and this fake's pending calls end with the page.
await isStored("The window writes");
await page.reload();
await timeline.getByText("The window writes").waitFor();

// Sends a file through the scheme to the host and reads a part of it back.
const put = await page.evaluate(async () => {
  const answer = await fetch("/files?filename=a.txt&type=text/plain&size=9", {
    method: "POST",
    body: "low water",
  });
  return { status: answer.status, text: await answer.text() };
});
const { id } = parseJson(z.looseObject({ id: z.string() }), put.text);
const file = await page.evaluate(async (id) => {
  const part = { headers: { range: "bytes=4-" } };
  const got = await fetch(`/file/attachments/${id}/a.txt`, part);
  return [got.status, got.headers.get("x-content-type-options"), await got.text()];
}, id);

// A crashed host is restarted. The page stays open, and text typed meanwhile reaches the new host.
let loads = 0;
page.on("load", () => (loads += 1));
const composer = page.getByRole("textbox", { name: "New memo" });
await composer.click();
await page.keyboard.type("Typed before, ");
app.emit("test:break-host");
await page.keyboard.type("and while it was away");
await page.locator('[data-kept="kept"]').waitFor();
const loadsWhileAway = loads;
await page.reload();
await composer.getByText("Typed before, and while it was away").waitFor();
await timeline.getByText("The window writes").waitFor();

// Opens quick capture by its shortcut: a separate page over the same host.
shortcuts.get("CommandOrControl+Shift+Space")?.();
const [, capture] = seen.windows;
if (capture === undefined) throw new Error("no capture window");
const captured = await capture.webContents.page;
await captured.getByRole("heading", { name: "Quick capture" }).waitFor();
app.emit("second-instance", {}, ["tidemark", "tidemark://capture?text=From%20a%20link"], "/");
await captured.getByRole("textbox", { name: "New memo" }).getByText("From a link").waitFor();
await captured.getByRole("textbox", { name: "New memo" }).click();
await captured.keyboard.press("Control+Enter");
await timeline.getByText("From a link").waitFor();
await hidden(capture);

clickMenu("Keyboard shortcuts");
await page.getByRole("dialog").waitFor();
await page.keyboard.press("Escape");
clickMenu("Tasks");
await page.getByRole("heading", { name: "Tasks" }).waitFor();
const address = page.url();

const gone = once(app, "test:gone");
app.quit();
await gone;
await closeBrowser();
process.stdout.write(
  JSON.stringify({
    globals,
    file: [put.status, ...file],
    address,
    loadsWhileAway,
    captureSize: capture.size,
    hosts: seen.hosts,
    problems: seen.problems,
  }),
);

async function hidden(window: { readonly isShown: boolean }): Promise<void> {
  while (window.isShown) await new Promise((resolve) => setTimeout(resolve, 20));
}

function clickMenu(label: string): void {
  const items = (template: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    template.flatMap((item) =>
      Array.isArray(item.submenu) ? [item, ...items(item.submenu)] : [item],
    );
  const item = items(seen.menu).find((entry) => entry.label === label);
  if (item?.click === undefined) throw new Error(`the menu has no ${label}`);
  (item.click as () => void)();
}

/**
 * Waits until the database contains a memo with this text. Another process looks: this one has the application's
 * own SQLite, and a second copy of the library would drop its locks on the file.
 */
async function isStored(content: string): Promise<void> {
  const file = join(process.env["TIDEMARK_TEST_DATA"] ?? "", "tidemark.db");
  const args = [join(import.meta.dirname, "has-memo.ts"), file, content];
  for (;;) {
    const [code] = await once(spawn(process.execPath, args, { stdio: "inherit" }), "exit");
    if (code === 0) return;
    await wait(50);
  }
}
