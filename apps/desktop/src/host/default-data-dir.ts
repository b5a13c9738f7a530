import { existsSync } from "node:fs";
import { join } from "node:path";
import { ownHome } from "../log/own-home.ts";

export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  isThere(path: string): boolean;
}

/**
 * Returns the default data folder: `~/Library/Application Support/Tidemark` on macOS,
 * `%LOCALAPPDATA%\Tidemark` on Windows (`%APPDATA%\Tidemark`, which roams, if only that exists),
 * `$XDG_DATA_HOME/tidemark` elsewhere. Ignores relative paths in the variables, as the XDG base directory
 * specification requires. Returns "" if the user has no home folder.
 */
export function defaultDataDir(
  { platform, env, home, isThere }: Surroundings = {
    platform: process.platform,
    env: process.env,
    home: ownHome(),
    isThere: existsSync,
  },
): string {
  if (platform === "darwin") return join(home, "Library", "Application Support", "Tidemark");
  if (platform === "win32") {
    const roaming = join(env["APPDATA"] ?? join(home, "AppData", "Roaming"), "Tidemark");
    const local = join(env["LOCALAPPDATA"] ?? join(home, "AppData", "Local"), "Tidemark");
    return !isThere(local) && isThere(roaming) ? roaming : local;
  }
  const chosen = env["XDG_DATA_HOME"];
  const isUsable = chosen !== undefined && chosen.startsWith("/");
  if (isUsable) return join(chosen, "tidemark");
  return home === "" ? "" : join(home, ".local", "share", "tidemark");
}
