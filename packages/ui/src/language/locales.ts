/** Available languages with their own names; `en` is the source language. */
export const locales = {
  en: { name: "English", direction: "ltr" },
  "zh-Hans": { name: "中文", direction: "ltr" },
  ja: { name: "日本語", direction: "ltr" },
  de: { name: "Deutsch", direction: "ltr" },
} as const;
export type Locale = keyof typeof locales;
export const localeNames = Object.keys(locales) as Locale[];

/** Pseudo locale: English with altered letters, to reveal text that bypasses the catalogues. */
export const pseudoLocale = "en-XA";
export type ShownLocale = Locale | typeof pseudoLocale;

/** Choices of the user; `system` follows the system's languages. */
export type LanguageChoice = "system" | Locale;
export const languageChoices: readonly LanguageChoice[] = ["system", ...localeNames];

/**
 * Returns the first of the user's languages that is available, otherwise English. Scripts count as separate
 * languages: readers of Traditional Chinese get their next language, and can still choose 中文.
 */
export function matchLocale(wanted: readonly string[]): Locale {
  for (const tag of wanted) {
    const found = localeOf(tag);
    if (found !== null) return found;
  }
  return "en";
}

/**
 * Returns the locale for dates and numbers: the first of the user's locales in the shown language. British
 * English, for example, keeps its order of day and month.
 */
export function formatLocale(shown: ShownLocale, wanted: readonly string[]): string {
  const language = shown === pseudoLocale ? "en" : shown;
  return wanted.find((tag) => localeOf(tag) === language) ?? language;
}

function localeOf(tag: string): Locale | null {
  if (!isTag(tag)) return null;
  const { language, script } = new Intl.Locale(tag).maximize();
  return (
    localeNames.find((name) => {
      const own = new Intl.Locale(name).maximize();
      return own.language === language && own.script === script;
    }) ?? null
  );
}

function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}
