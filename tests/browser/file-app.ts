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

/** Lends the page of an app, opened once and loaded again for each test. */
interface SharedPages {
  of(app: RunningProgram): Promise<DevicePage>;
}

interface Pages {
  /** The real host on a folder of its own, shared by the tests of the file. */
  readonly app: RunningProgram;
  /**
   * Whether the tests of a file share one browser context. Tests that fake the clock, or need
   * files of the page to load late, use a context of their own, which is the default.
   */
  readonly sharesPage: boolean;
  /** The app in a fresh browser profile. What earlier tests of the file wrote is still there. */
  readonly device: DevicePage;
}

/** A test in a real browser against a real host. */
export const test = base.extend<Pages, { readonly apps: Apps; readonly sharedPages: SharedPages }>({
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
  sharedPages: [
    async ({ browser }, provide) => {
      let open: { app: RunningProgram; device: DevicePage } | null = null;
      const close = async (): Promise<void> => {
        await open?.device[Symbol.asyncDispose]();
        open = null;
      };
      await provide({
        async of(app) {
          if (open?.app === app) await open.device.startOver();
          else {
            await close();
            open = { app, device: await openDevice(browser, app.url) };
          }
          return open.device;
        },
      });
      await close();
    },
    { scope: "worker" },
  ],
  sharesPage: [false, { option: true }],
  app: async ({ apps }, provide, { file }) => {
    await provide(await apps.of(file));
  },
  device: async ({ app, browser, sharesPage, sharedPages }, provide) => {
    if (sharesPage) {
      const device = await sharedPages.of(app);
      await provide(device);
      await device.leave();
      return;
    }
    await using device = await openDevice(browser, app.url);
    await provide(device);
  },
});
