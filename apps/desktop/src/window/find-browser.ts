import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** Browsers that can open a window without tabs, in order of preference. */
const names = [
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "brave-browser",
  "microsoft-edge-stable",
  "microsoft-edge",
] as const;

/** Returns the browser to use: `TIDEMARK_BROWSER`, or the first one installed; null if there is none. */
export function findBrowser(env: Readonly<Record<string, string | undefined>>): string | null {
  const chosen = env["TIDEMARK_BROWSER"] ?? "";
  const dirs = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  const wanted = chosen === "" ? names : [chosen];
  for (const name of wanted) {
    const files = isAbsolute(name) ? [name] : dirs.map((dir) => join(dir, name));
    const found = files.find(isProgram);
    if (found !== undefined) return found;
  }
  return null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
