import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { openRouter } from "../system/app-router.ts";
import type { RunningProgram } from "../system/running-program.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { test } from "./file-app.ts";

// In order and in one place: one app for them all.
test.describe.configure({ mode: "default" });

const barOf = (page: Page) => page.getByRole("toolbar", { name: "Selected memos" });
const boxOf = (page: Page, line: string) =>
  page.getByRole("checkbox", { name: `Select: ${line}`, exact: true });
const status = (page: Page, text: string | RegExp) =>
  page.getByRole("status").filter({ hasText: text });

/** Memos of these first lines, the first the oldest. */
async function write(app: RunningProgram, ...contents: readonly string[]): Promise<string[]> {
  const { memos } = await openRouter(app.url);
  const ids: string[] = [];
  for (const content of contents) ids.push((await memos.create.mutate({ content })).id);
  return ids;
}

test("by keys alone several are selected, archived, and brought back as they were", async ({
  app,
  device,
}) => {
  const { page } = device;
  page.on("console", (m) => console.log(m.text()));
  page.on("pageerror", (m) => console.log(m.message));
  const { memos } = await openRouter(app.url);
  const ids = await write(app, "Keys one", "Keys two", "Keys three", "Keys four");
  await device.memo("Keys four").focus();
  await page.keyboard.press("x");
  await expect(barOf(page)).toContainText("1 selected");
});
