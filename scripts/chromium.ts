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
 * Returns the Chromium for tests: CHROMIUM_PATH, then the system's, then Playwright's download; `undefined`
 * if there is none. Throws if CHROMIUM_PATH names no file, rather than silently using another browser.
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
 * Returns the headless shell, which opens a page in half the time. Falls back to the full browser if it isn't
 * installed or CHROMIUM_PATH is set.
 */
function findHeadless(): string | undefined {
  const chosen = process.env["CHROMIUM_PATH"] ?? "";
  return chosen === "" && existsSync(headlessShell) ? headlessShell : findChromium();
}

/**
 * Returns the options with which every test starts Chromium. If there is none, Playwright uses its default
 * and reports the problem on launch.
 */
export function chromiumLaunchOptions(): { executablePath?: string; args: string[] } {
  const executablePath = findHeadless();
  return {
    ...(executablePath !== undefined && { executablePath }),
    args: [
      // CI runs as root, for which Chromium's sandbox doesn't start.
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

/** Returns the command that installs Chromium on this machine. */
export function chromiumInstallCommand(): string {
  return packagesCommand(debianPackages) ?? "npx playwright install chromium --no-shell";
}

/**
 * Tries to install Chromium: from Debian's packages if permitted, otherwise by Playwright's download. Stops
 * after a minute, since a network that blocks the download may hang. Reports no success; call `findChromium`
 * again.
 */
export function installChromium(): void {
  if (mayInstallPackages()) installPackages(debianPackages);
  else attempt("playwright", ["install", "chromium", "--no-shell"], 60_000, process.env);
}

const debianPackages = ["chromium", "chromium-headless-shell", "fonts-noto-cjk"];
