import { create } from "zustand";

const storageKey = "tidemark:singleKeys";

/** Setting for single-key shortcuts (`e`, `p`, `/`), stored on this device. */
export const useSingleKeys = create<{ readonly areOn: boolean }>(() => ({
  areOn: localStorage.getItem(storageKey) !== "off",
}));

export function setSingleKeys(areOn: boolean): void {
  localStorage.setItem(storageKey, areOn ? "on" : "off");
  useSingleKeys.setState({ areOn });
}

/**
 * Returns true if a key may trigger a command. Users who dictate, or hit keys by mistake, can disable
 * shortcuts that are printable characters. Arrows, Enter, Delete and Space stay enabled (WCAG 2.1.4).
 */
export function isCommandKey(key: string): boolean {
  return [...key].length > 1 || key === " " || useSingleKeys.getState().areOn;
}
