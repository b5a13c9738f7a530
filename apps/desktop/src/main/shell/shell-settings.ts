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
  /** Changes some of them. What cannot be written holds until the program ends. */
  change(changed: ChangedSettings): void;
}

/**
 * What was chosen for the window, in a file of its own: it is needed before any database is open, and
 * belongs to the machine. What is missing or broken in it is as usual.
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
        // Never half of it: whoever is ended meanwhile leaves the one before.
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
    // Each by itself: one that a later version writes otherwise takes no other with it.
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
