import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  isThere(path: string): boolean;
}

/**
 * Where a profile lives when nobody says otherwise: `~/Library/Application Support/Tidemark` on
 * macOS, `%LOCALAPPDATA%\Tidemark` on Windows (`%APPDATA%\Tidemark`, which roams, where it was begun
 * there), `$XDG_DATA_HOME/tidemark` elsewhere. Relative paths in the variables are ignored, as the XDG
 * base directory specification asks.
 */
export function defaultDataDir(
  { platform, env, home, isThere }: Surroundings = {
    platform: process.platform,
    env: process.env,
    home: homedir(),
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
  return join(isUsable ? chosen : join(home, ".local", "share"), "tidemark");
}
