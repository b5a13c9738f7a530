import { once } from "node:events";
import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseJson } from "@tidemark/core";
import type { MenuItemConstructorOptions } from "electron";
import { z } from "zod";
import { app, closeBrowser, seen } from "./chromium-electron.ts";

// Runs the built application (argument: its folder) and prints as JSON what could be seen.
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === "electron"
      ? nextResolve(new URL("./chromium-electron.ts", import.meta.url).href, context)
      : nextResolve(specifier, context),
});
const outDir = resolve(process.argv[2] ?? "");
await import(pathToFileURL(resolve(outDir, "main/index.js")).href);
await new Promise(setImmediate);

const [window] = seen.windows;
if (window === undefined) throw new Error("no window");
const page = await window.webContents.page;
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
await page.reload();
await timeline.getByText("The window writes").waitFor();

// A file goes through the scheme into the host and comes back, in parts too.
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

// A host that breaks is started again. The page stays, and what is typed meanwhile reaches the new one.
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
    hosts: seen.hosts,
    problems: seen.problems,
  }),
);

function clickMenu(label: string): void {
  const items = (template: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    template.flatMap((item) =>
      Array.isArray(item.submenu) ? [item, ...items(item.submenu)] : [item],
    );
  const item = items(seen.menu).find((entry) => entry.label === label);
  if (item?.click === undefined) throw new Error(`the menu has no ${label}`);
  (item.click as () => void)();
}
