import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { app } from "electron";
import { hiddenSwitch } from "../start-request.ts";

/** Setting for starting the program at login. */
export interface LoginStart {
  /** `null` if it isn't available, for example when run from sources. */
  readonly isOn: boolean | null;
  set(isOn: boolean): void;
}

export interface LoginStartOptions {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder named by `--data`; null for the default one. */
  readonly dataDir: string | null;
}

/** Uses the system's login items; on Linux, a file in the autostart folder. */
export function loginStart(options: LoginStartOptions): LoginStart {
  const { platform, isPackaged, env, dataDir } = options;
  const named = dataDir === null ? [] : [`--data=${dataDir}`];
  if (!isPackaged) return { isOn: null, set: () => undefined };
  if (platform === "darwin" || platform === "win32") {
    const args = [hiddenSwitch, ...named.map((arg) => `"${arg}"`)];
    return {
      get isOn() {
        return app.getLoginItemSettings({ args }).openAtLogin;
      },
      set: (isOn) => app.setLoginItemSettings({ openAtLogin: isOn, args }),
    };
  }
  const chosen = env["XDG_CONFIG_HOME"];
  const config = chosen?.startsWith("/") === true ? chosen : join(homedir(), ".config");
  const file = join(config, "autostart", "tidemark.desktop");
  // An AppImage is mounted at a different path each time.
  const program = env["APPIMAGE"] ?? process.execPath;
  return {
    get isOn() {
      return existsSync(file);
    },
    set(isOn) {
      if (!isOn) return rmSync(file, { force: true });
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.partial`, autostartEntry([program, hiddenSwitch, ...named]));
      renameSync(`${file}.partial`, file);
    },
  };
}

/** Returns an autostart file in the format of the Desktop Entry Specification. */
export function autostartEntry(command: readonly string[]): string {
  return [
    "[Desktop Entry]",
    "Type=Application",
    "Name=Tidemark",
    `Exec=${command.map(quoted).join(" ")}`,
    "Icon=tidemark",
    "Terminal=false",
    "X-GNOME-Autostart-enabled=true",
    "",
  ].join("\n");
}

/** Quotes an argument. Strings in desktop entries double their backslashes, and `%` starts a field code. */
function quoted(argument: string): string {
  const inQuotes = argument.replaceAll(/["`$\\]/gu, "\\$&");
  return `"${inQuotes}"`.replaceAll("\\", "\\\\").replaceAll("%", "%%").replaceAll("\n", "\\n");
}
