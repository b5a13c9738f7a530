import { existsSync } from "node:fs";
import { join } from "node:path";
import type { UpdateSource } from "./updates.ts";

export interface FeedOptions {
  readonly isPackaged: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder with the packaged program's resources. */
  readonly resourcesDir: string | undefined;
  readonly log: (line: string) => void;
}

/**
 * Returns the update feed: from `TIDEMARK_UPDATE_FEED`, or the one packaged with the program
 * (`app-update.yml`). Returns null if there is neither, or if the program runs from sources; then it never
 * checks for updates.
 */
export function feedSource({
  isPackaged,
  env,
  resourcesDir,
  log,
}: FeedOptions): UpdateSource | null {
  const named = feedOf(env["TIDEMARK_UPDATE_FEED"]);
  const isPackagedWith =
    resourcesDir !== undefined && existsSync(join(resourcesDir, "app-update.yml"));
  if (!isPackaged || (named === null && !isPackagedWith)) return null;

  const updater = async () => {
    // Imported on first use, since it is rarely needed.
    const { default: module } = await import("electron-updater");
    const { autoUpdater } = module;
    autoUpdater.autoDownload = false;
    // A downloaded update is installed on quit, even without a request by the user.
    autoUpdater.autoInstallOnAppQuit = true;
    autoUpdater.allowDowngrade = false;
    autoUpdater.allowPrerelease = false;
    autoUpdater.logger = {
      info: () => undefined,
      warn: (message) => log(`updates: ${String(message)}`),
      error: (message) => log(`updates: ${String(message)}`),
    };
    if (named !== null) autoUpdater.setFeedURL({ provider: "generic", url: named });
    return autoUpdater;
  };
  let made: ReturnType<typeof updater> | null = null;
  const ask = (): ReturnType<typeof updater> => (made ??= updater());

  return {
    async find() {
      const found = await (await ask()).checkForUpdates();
      return found?.isUpdateAvailable === true ? found.updateInfo.version : null;
    },
    async fetch() {
      await (await ask()).downloadUpdate();
    },
    install() {
      // Installs silently and restarts. The app quits normally, so the database is closed first.
      void ask().then((made) => made.quitAndInstall(true, true));
    },
  };
}

/** Returns the feed's URL if it is https, so an update can't be replaced in transit. */
function feedOf(address: string | undefined): string | null {
  const url = URL.parse(address ?? "");
  return url?.protocol === "https:" ? url.href : null;
}
