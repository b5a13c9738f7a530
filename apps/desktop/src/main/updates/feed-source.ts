import { existsSync } from "node:fs";
import { join } from "node:path";
import type { UpdateSource } from "./updates.ts";

export interface FeedOptions {
  readonly isPackaged: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the packaged program has its files. */
  readonly resourcesDir: string | undefined;
  readonly log: (line: string) => void;
}

/**
 * The feed that this program is kept new by: the one that it was packaged with (`app-update.yml`), or that
 * `TIDEMARK_UPDATE_FEED` names. null where neither is, and for a program that is run from its sources:
 * nobody is asked then.
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
    // Seldom needed: it comes with the first question.
    const { default: module } = await import("electron-updater");
    const { autoUpdater } = module;
    autoUpdater.autoDownload = false;
    // What was fetched is put in place at the end of the program, also where nobody asked.
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
      // Quietly, and started again; the end goes the way of every other: the database is closed first.
      void ask().then((made) => made.quitAndInstall(true, true));
    },
  };
}

/** What is put in place of a program comes over a line that nobody else writes on. */
function feedOf(address: string | undefined): string | null {
  const url = URL.parse(address ?? "");
  return url?.protocol === "https:" ? url.href : null;
}
