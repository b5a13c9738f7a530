import { join } from "node:path";

/** Where the server keeps its data unless told: the place that each system gives a user's programs. */
export function defaultDataFolder(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  switch (platform) {
    case "win32":
      return join(env["LOCALAPPDATA"] ?? join(home, "AppData", "Local"), "Tidemark Server");
    case "darwin":
      return join(home, "Library", "Application Support", "Tidemark Server");
    default:
      return join(env["XDG_DATA_HOME"] || join(home, ".local", "share"), "tidemark-server");
  }
}
