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
 * Returns true if printable characters may trigger commands. Users who dictate, or hit keys by mistake, can
 * disable them. Arrows, Enter, Delete and Space stay enabled (WCAG 2.1.4).
 */
export function areSingleKeysOn(): boolean {
  return useSingleKeys.getState().areOn;
}
