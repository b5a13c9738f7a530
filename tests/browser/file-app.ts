import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import { type DevicePage, openDevice } from "../system/device-page.ts";
import { type RunningProgram, startApp } from "../system/running-program.ts";

interface FileApp {
  /** The real host on a folder of its own, shared by the tests of the file. */
  readonly app: RunningProgram;
}

interface Pages {
  /** The app in a fresh browser profile. What earlier tests of the file wrote is still there. */
  readonly device: DevicePage;
}

/** A test in a real browser against a real host. */
export const test = base.extend<Pages, FileApp>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
    async ({}, provide) => {
      const dir = await mkdtemp(join(tmpdir(), "tidemark-browser-"));
      const app = await startApp(dir);
      await provide(app);
      await app.stop();
      await rm(dir, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  device: async ({ app, browser }, provide) => {
    await using device = await openDevice(browser, app.url);
    await provide(device);
  },
});
