import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import {
  attempt,
  installPackages,
  mayInstallPackages,
  packagesCommand,
} from "./debian-packages.ts";

const systemPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * The Chromium that tests drive: CHROMIUM_PATH, then the system's, then Playwright's own download.
 * `undefined` when there is none. A CHROMIUM_PATH that names no file throws, rather than be replaced
 * by another browser in silence.
 */
export function findChromium(): string | undefined {
  const chosen = process.env["CHROMIUM_PATH"];
  if (chosen !== undefined && chosen !== "") {
    if (!existsSync(chosen)) throw new Error(`CHROMIUM_PATH names no file: ${chosen}`);
    return chosen;
  }
  return [...systemPaths, chromium.executablePath()].find((path) => existsSync(path));
}

const headlessShell = "/usr/bin/chromium-headless-shell";

/**
 * What shows a page without a window: the same engine without what a browser has around it, which
 * opens a page in half the time. The whole browser where there is no such, or where one was chosen.
 */
function findHeadless(): string | undefined {
  const chosen = process.env["CHROMIUM_PATH"] ?? "";
  return chosen === "" && existsSync(headlessShell) ? headlessShell : findChromium();
}

/**
 * How every test starts Chromium. Where there is none, Playwright's own default, which then says so
 * when it is started.
 */
export function chromiumLaunchOptions(): { executablePath?: string; args: string[] } {
  const executablePath = findHeadless();
  return {
    ...(executablePath !== undefined && { executablePath }),
    args: [
      // Chromium's sandbox does not start as root, which is what CI runs as.
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  };
}

/** The one command that gives this machine a Chromium. */
export function chromiumInstallCommand(): string {
  return packagesCommand(debianPackages) ?? "npx playwright install chromium --no-shell";
}

/**
 * Tries to install a Chromium: Debian's packages where this process may, else Playwright's own
 * download, given up after a minute because a network that blocks it may let it hang. Says nothing
 * of success: ask `findChromium` again.
 */
export function installChromium(): void {
  if (mayInstallPackages()) installPackages(debianPackages);
  else attempt("playwright", ["install", "chromium", "--no-shell"], 60_000, process.env);
}

const debianPackages = ["chromium", "chromium-headless-shell", "fonts-noto-cjk"];
