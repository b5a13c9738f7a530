import { globalShortcut } from "electron";
import type { ShellState } from "@tidemark/ui";

export type ShortcutState = ShellState["shortcut"];

export interface CaptureShortcut {
  readonly state: ShortcutState;
  /** Registers these keys with the system in place of the previous ones; null for none. */
  use(keys: string | null): void;
  /** While enabled, presses are counted but don't open anything. */
  try(isOn: boolean): void;
}

export interface ShortcutOptions {
  /** True on systems that may accept the registration but never report the keys. */
  readonly isUnsure: boolean;
  readonly onPressed: () => void;
  readonly onState: () => void;
}

/** Creates the global shortcut for quick capture. */
export function createCaptureShortcut(options: ShortcutOptions): CaptureShortcut {
  let used: string | null = null;
  let state: ShortcutState["state"] = "off";
  let isTried = false;
  let presses = 0;

  function pressed(): void {
    if (!isTried) return options.onPressed();
    presses += 1;
    options.onState();
  }

  return {
    get state() {
      return { state, presses };
    },
    use(keys) {
      if (used !== null) globalShortcut.unregister(used);
      used = null;
      state = "off";
      presses = 0;
      if (keys !== null) {
        const isOurs = register(keys, pressed);
        if (isOurs) used = keys;
        state = isOurs ? (options.isUnsure ? "unsure" : "on") : "taken";
      }
      options.onState();
    },
    try(isOn) {
      isTried = isOn;
      presses = 0;
      options.onState();
    },
  };
}

function register(keys: string, pressed: () => void): boolean {
  try {
    return globalShortcut.register(keys, pressed);
  } catch {
    // Electron throws for keys that this system can't name.
    return false;
  }
}
