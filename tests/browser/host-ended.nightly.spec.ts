import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { openDevice } from "../system/device-page.ts";
import { startApp } from "../system/running-program.ts";

test("the sidebar reports a stopped host in text that isn't cut off", async ({ browser }) => {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-away-"));
  const app = await startApp(dir);
  await using device = await openDevice(browser, app.url);
  await app.kill();
  const words = device.syncPill().getByText("Tidemark isn’t running");
  await expect(words).toBeVisible({ timeout: 60_000 });
  const hidden = await words.evaluate((element) => ({
    across: element.scrollWidth - element.clientWidth,
    down: element.scrollHeight - element.clientHeight,
  }));
  expect(hidden).toEqual({ across: 0, down: 0 });
  await rm(dir, { recursive: true, force: true });
});
