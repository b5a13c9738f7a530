import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { seen } from "./chromium-electron.ts";

/** Runs the built application in a folder with a stand-in for Electron. Returns the page of its window. */
export async function startBuilt(folder: string): Promise<Page> {
  registerHooks({
    resolve: (specifier, context, nextResolve) =>
      specifier === "electron"
        ? nextResolve(new URL("./chromium-electron.ts", import.meta.url).href, context)
        : nextResolve(specifier, context),
  });
  await import(pathToFileURL(resolve(folder, "main/index.js")).href);
  await new Promise(setImmediate);
  const [window] = seen.windows;
  if (window === undefined) throw new Error("no window");
  return window.webContents.page;
}
