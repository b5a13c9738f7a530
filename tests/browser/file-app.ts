import { test as base } from "@playwright/test";
import { type DevicePage, openDevice } from "../system/device-page.ts";
import { type HostedApp, hostApps } from "./hosted-apps.ts";

/** Provides one app per test file, replaced when another file requests its own. */
interface Apps {
  of(file: string): Promise<HostedApp>;
}

/** Provides a page that is opened once and reloaded for each test. */
interface SharedPages {
  of(app: HostedApp): Promise<DevicePage>;
}

interface Pages {
  /** The real host on its own data folder, shared by the tests of the file. */
  readonly app: HostedApp;
  /**
   * True if the tests of a file share one browser context. Tests that fake the clock or delay files of
   * the page use a context of their own, which is the default.
   */
  readonly sharesPage: boolean;
  /** The app, open in a browser. Memos that earlier tests of the file wrote are still there. */
  readonly device: DevicePage;
}

/** A test in a real browser against a real host. */
export const test = base.extend<Pages, { readonly apps: Apps; readonly sharedPages: SharedPages }>({
  apps: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
    async ({}, provide) => {
      await using hosted = hostApps();
      let lent: { file: string; app: HostedApp } | null = null;
      await provide({
        async of(file) {
          if (lent?.file !== file) lent = { file, app: await hosted.next() };
          return lent.app;
        },
      });
    },
    { scope: "worker" },
  ],
  sharedPages: [
    async ({ browser }, provide) => {
      await using opened = new AsyncDisposableStack();
      let shown: HostedApp | undefined;
      let device: DevicePage | undefined;
      await provide({
        async of(app) {
          if (device === undefined) device = opened.use(await openDevice(browser, app.url));
          else await device.startOver(shown === app ? undefined : app.url);
          shown = app;
          return device;
        },
      });
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
