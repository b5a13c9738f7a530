import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import { type DevicePage, openDevice } from "../system/device-page.ts";
import { type RunningProgram, startApp } from "../system/running-program.ts";

/** Lends the app of a file until another file asks for its own. */
interface Apps {
  of(file: string): Promise<RunningProgram>;
}

interface Pages {
  /** The real host on a folder of its own, shared by the tests of the file. */
  readonly app: RunningProgram;
  /** The app in a fresh browser profile. What earlier tests of the file wrote is still there. */
  readonly device: DevicePage;
}

/** A test in a real browser against a real host. */
export const test = base.extend<Pages, { readonly apps: Apps }>({
  apps: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
    async ({}, provide) => {
      let running: { file: string; app: RunningProgram; dir: string } | null = null;
      const stop = async (): Promise<void> => {
        await running?.app.stop();
        if (running !== null) await rm(running.dir, { recursive: true, force: true });
        running = null;
      };
      await provide({
        async of(file) {
          if (running?.file === file) return running.app;
          await stop();
          const dir = await mkdtemp(join(tmpdir(), "tidemark-browser-"));
          running = { file, app: await startApp(dir), dir };
          return running.app;
        },
      });
      await stop();
    },
    { scope: "worker" },
  ],
  app: async ({ apps }, provide, { file }) => {
    await provide(await apps.of(file));
  },
  device: async ({ app, browser }, provide) => {
    await using device = await openDevice(browser, app.url);
    await provide(device);
  },
});
