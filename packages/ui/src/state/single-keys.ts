import { create } from "zustand";

const storageKey = "tidemark:singleKeys";

/** Whether keys by themselves (`e`, `p`, `/`) are commands, kept on this device. */
export const useSingleKeys = create<{ readonly areOn: boolean }>(() => ({
  areOn: localStorage.getItem(storageKey) !== "off",
}));

export function setSingleKeys(areOn: boolean): void {
  localStorage.setItem(storageKey, areOn ? "on" : "off");
  useSingleKeys.setState({ areOn });
}

/**
 * Whether a key may be a command now. Who speaks to the machine, or hits keys by mistake, has turned
 * off those that write a character; arrows, Enter and Delete stay (WCAG 2.1.4).
 */
export function isCommandKey(key: string): boolean {
  return [...key].length > 1 || key === " " || useSingleKeys.getState().areOn;
}
