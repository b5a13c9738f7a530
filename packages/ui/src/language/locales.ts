/** The languages there are, each by its own name; `en` is the one that sentences are written in. */
export const locales = {
  en: { name: "English", direction: "ltr" },
  "zh-Hans": { name: "中文", direction: "ltr" },
  ja: { name: "日本語", direction: "ltr" },
  de: { name: "Deutsch", direction: "ltr" },
} as const;
export type Locale = keyof typeof locales;
export const localeNames = Object.keys(locales) as Locale[];

/** English with strange letters: what is left plain on a screen came from no catalogue. */
export const pseudoLocale = "en-XA";
export type ShownLocale = Locale | typeof pseudoLocale;

/** What somebody may choose; `system` follows the languages that the system says. */
export type LanguageChoice = "system" | Locale;
export const languageChoices: readonly LanguageChoice[] = ["system", ...localeNames];

/**
 * The first of somebody's languages that is here, else English. A script is a language of its own: who
 * reads Traditional Chinese is shown the next one of their languages, and may choose 中文 all the same.
 */
export function matchLocale(wanted: readonly string[]): Locale {
  for (const tag of wanted) {
    const found = localeOf(tag);
    if (found !== null) return found;
  }
  return "en";
}

/**
 * How somebody writes dates and numbers in a language: as in the first of their languages that is it,
 * so that English of Britain keeps its order of day and month.
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
