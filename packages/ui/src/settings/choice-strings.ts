import { msg } from "@lingui/core/macro";
import { locales, type LanguageChoice } from "../language/locales.ts";
import { sentences } from "../language/sentences.ts";

/** Choices that menus offer too, beside the settings. */
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
  languageFailed: msg`Couldn’t load the language.`,
  themeButton: (theme: string) => msg`Theme: ${theme}`,
});

/** Returns the name of a language in that language. */
export function languageName(choice: LanguageChoice): string {
  return choice === "system" ? choiceStrings.systemLanguage : locales[choice].name;
}
