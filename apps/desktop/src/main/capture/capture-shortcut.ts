import { globalShortcut } from "electron";
import type { ShellState } from "@tidemark/ui";

export type ShortcutState = ShellState["shortcut"];

export interface CaptureShortcut {
  readonly state: ShortcutState;
  /** Asks the system for these keys in place of the ones before; null: for none. */
  use(keys: string | null): void;
  /** While it is tried it is counted, and opens nothing. */
  try(isOn: boolean): void;
}

export interface ShortcutOptions {
  /** A system that may say yes and never call: programs there do not hear keys of others. */
  readonly isUnsure: boolean;
  readonly onPressed: () => void;
  readonly onState: () => void;
}

/** The keys that open quick capture from any program. */
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
    // Keys that this system has no name for.
    return false;
  }
}
