import { i18n, type Messages } from "@lingui/core";
import type { Locale } from "../src/language/locales.ts";
import { messages as german } from "../src/locales/de.po";
import { messages as english } from "../src/locales/en.po";
import { messages as japanese } from "../src/locales/ja.po";
import { messages as chinese } from "../src/locales/zh-Hans.po";
import { pageStrings } from "../src/share/page-strings.ts";
import { doorStrings } from "../src/share/door-strings.ts";
import { viewerStrings } from "../src/viewer/strings.ts";

const catalogues: Readonly<Record<Locale, Messages>> = {
  en: english,
  "zh-Hans": chinese,
  ja: japanese,
  de: german,
};

/**
 * Returns the JSON of the sentences on a server's pages, by language, with `{0}` and `{1}` for their values.
 * None of them may have a plural.
 */
export function pageSentences(): string {
  const byLanguage = Object.entries(catalogues).map(([locale, messages]) => {
    i18n.loadAndActivate({ locale, messages });
    const { table, tableOf, code, codeIn, callouts, notes, note, backToText, tasksDone } =
      viewerStrings;
    const ofBlocks = { table, tableOf, code, codeIn, callouts, notes, note, backToText, tasksDone };
    return [locale, templatesOf({ ...pageStrings, ...ofBlocks, door: doorStrings })];
  });
  return `${JSON.stringify(Object.fromEntries(byLanguage), null, 2)}\n`;
}

function templatesOf(words: object): object {
  const templates = Object.entries(words).map(([name, word]: [string, unknown]) => {
    if (typeof word === "function") return [name, word("{0}", "{1}")];
    return [name, typeof word === "string" ? word : templatesOf(word as object)];
  });
  return Object.fromEntries(templates);
}
