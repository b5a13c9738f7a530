import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { app } from "electron";
import { hiddenSwitch } from "../start-request.ts";

/** Whether the program starts with the system. */
export interface LoginStart {
  /** null: it cannot be arranged, as for a program that is run from its sources. */
  readonly isOn: boolean | null;
  set(isOn: boolean): void;
}

export interface LoginStartOptions {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that was named at the start; null: the usual one. */
  readonly dataDir: string | null;
}

/** By the system's own means; on Linux by a file in the folder of what a session starts. */
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
  // An AppImage is mounted somewhere else each time.
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

/** As the Desktop Entry Specification writes it. */
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

/** An argument in double quotes; a string of the file then doubles its backslashes, and `%` begins a code. */
function quoted(argument: string): string {
  const inQuotes = argument.replaceAll(/["`$\\]/gu, "\\$&");
  return `"${inQuotes}"`.replaceAll("\\", "\\\\").replaceAll("%", "%%").replaceAll("\n", "\\n");
}
