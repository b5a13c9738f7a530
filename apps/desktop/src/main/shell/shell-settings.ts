import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseJson } from "@tidemark/core";
import type { ChangedSettings, ShellSettings } from "@tidemark/ui";
import { shellSettingsSchema } from "../../page/shell-messages.ts";

export const usualSettings: ShellSettings = {
  shortcut: "CommandOrControl+Shift+Space",
  closing: "ask",
};

export interface KeptSettings {
  readonly now: ShellSettings;
  /** Changes some settings. If they can't be written, they last until the program exits. */
  change(changed: ChangedSettings): void;
}

/**
 * Opens the window's settings. They have their own file because they are needed before a database is open,
 * and belong to the machine. Missing or invalid settings get their defaults.
 */
export function openSettings(file: string, onFailed: (error: unknown) => void): KeptSettings {
  let now = { ...usualSettings, ...read(file) };
  return {
    get now() {
      return now;
    },
    change(changed) {
      const given = Object.entries(changed).filter(([, value]) => value !== undefined);
      now = { ...now, ...Object.fromEntries(given) };
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        // Written to a temporary file, so a crash leaves the old settings.
        rmSync(`${file}.partial`, { force: true });
        const text = `${JSON.stringify(now, null, 2)}\n`;
        writeFileSync(`${file}.partial`, text, { mode: 0o600, flag: "wx" });
        renameSync(`${file}.partial`, file);
      } catch (error) {
        onFailed(error);
      }
    },
  };
}

function read(file: string): Partial<ShellSettings> {
  try {
    const text = readFileSync(file, "utf8");
    // Each setting falls back separately, so an unknown value from a later version doesn't reset the others.
    const { shape } = shellSettingsSchema;
    return parseJson(
      shellSettingsSchema.extend({
        shortcut: shape.shortcut.catch(usualSettings.shortcut),
        closing: shape.closing.catch(usualSettings.closing),
      }),
      text,
    );
  } catch {
    return {};
  }
}
