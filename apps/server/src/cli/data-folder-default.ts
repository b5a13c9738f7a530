import { join } from "node:path";

/**
 * Returns the default data folder, at the usual place of each system. Returns null if that is in the user's
 * home folder and there is none.
 */
export function defaultDataFolder(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home: string | null,
): string | null {
  const xdg = platform === "win32" || platform === "darwin" ? "" : env["XDG_DATA_HOME"];
  if (xdg) return join(xdg, "tidemark-server");
  if (home === null) return null;
  switch (platform) {
    case "win32":
      return join(env["LOCALAPPDATA"] ?? join(home, "AppData", "Local"), "Tidemark Server");
    case "darwin":
      return join(home, "Library", "Application Support", "Tidemark Server");
    default:
      return join(home, ".local", "share", "tidemark-server");
  }
}
