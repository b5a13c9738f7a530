import { create } from "zustand";

export const themeChoices = ["system", "light", "dark"] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const storageKey = "tidemark:theme";

function storedChoice(): ThemeChoice {
  const stored = localStorage.getItem(storageKey);
  return themeChoices.find((choice) => choice === stored) ?? "system";
}

/** Sets the choice as an attribute for tokens.css; `system` follows the OS. */
export function applyTheme(choice: ThemeChoice): void {
  const root = document.documentElement;
  if (choice === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = choice;
}

interface ThemeState {
  readonly choice: ThemeChoice;
  choose(choice: ThemeChoice): void;
}

/** Chosen theme, stored on this device. */
export const useTheme = create<ThemeState>((set) => ({
  choice: storedChoice(),
  choose(choice) {
    localStorage.setItem(storageKey, choice);
    applyTheme(choice);
    set({ choice });
  },
}));
