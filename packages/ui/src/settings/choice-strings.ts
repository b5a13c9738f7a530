import { msg } from "@lingui/core/macro";
import { locales, type LanguageChoice } from "../language/locales.ts";
import { sentences } from "../language/sentences.ts";

/** What can be chosen from menus beside the settings too. */
export const choiceStrings = sentences({
  theme: msg`Theme`,
  themes: {
    system: msg({ message: "System", context: "theme" }),
    light: msg`Light`,
    dark: msg`Dark`,
  },
  faces: {
    inter: msg({ message: "Inter", context: "face of text" }),
    system: msg({ message: "System", context: "face of text" }),
    serif: msg({ message: "Serif", context: "face of text" }),
    mono: msg({ message: "Monospace", context: "face of text" }),
  },
  language: msg`Language`,
  languageButton: (language: string) => msg`Language: ${language}`,
  systemLanguage: msg({ message: "System", context: "language" }),
  languageFailed: msg`The language could not be loaded.`,
  themeButton: (theme: string) => msg`Theme: ${theme}`,
});

/** A language by its own name. */
export function languageName(choice: LanguageChoice): string {
  return choice === "system" ? choiceStrings.systemLanguage : locales[choice].name;
}
