import { homedir } from "node:os";
import { join } from "node:path";

export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/**
 * Where a profile lives when nobody says otherwise: `~/Library/Application Support/Tidemark` on
 * macOS, `%APPDATA%\Tidemark` on Windows, `$XDG_DATA_HOME/tidemark` elsewhere. Relative paths in the
 * variables are ignored, as the XDG base directory specification asks.
 */
export function defaultDataDir(
  { platform, env, home }: Surroundings = {
    platform: process.platform,
    env: process.env,
    home: homedir(),
  },
): string {
  if (platform === "darwin") return join(home, "Library", "Application Support", "Tidemark");
  if (platform === "win32") {
    return join(env["APPDATA"] ?? join(home, "AppData", "Roaming"), "Tidemark");
  }
  const chosen = env["XDG_DATA_HOME"];
  const isUsable = chosen !== undefined && chosen.startsWith("/");
  return join(isUsable ? chosen : join(home, ".local", "share"), "tidemark");
}
