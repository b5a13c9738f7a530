import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * Returns the path of the Electron program, or null if it isn't installed or there is no display. Doesn't
 * import the `electron` package, which would try to download the program.
 */
export function findElectron(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): string | null {
  if (!hasDisplay(env, platform)) return null;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve("electron/package.json"));
    const dist = env["ELECTRON_OVERRIDE_DIST_PATH"] ?? join(folder, "dist");
    const pathFile = join(folder, "path.txt");
    const name = existsSync(pathFile) ? readFileSync(pathFile, "utf8") : "electron";
    const program = join(dist, name);
    return existsSync(program) ? program : null;
  } catch {
    // Installed without development dependencies, so Electron is missing.
    return null;
  }
}

function hasDisplay(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): boolean {
  if (platform === "darwin" || platform === "win32") return true;
  return (env["DISPLAY"] ?? "") !== "" || (env["WAYLAND_DISPLAY"] ?? "") !== "";
}
