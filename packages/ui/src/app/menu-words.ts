import { languageNow, whenLanguageChanges } from "../language/language.ts";
import type { MenuWords } from "./english-menu-words.ts";

/**
 * Passes the translated labels of a native menu to `show`, now and after each language change. Returns the
 * unsubscribe function. Not loaded by pages without a native menu.
 */
export async function watchMenuWords(show: (words: MenuWords) => void): Promise<() => void> {
  const { menuWords } = await import("./menu-strings.ts");
  if (languageNow() !== "") show(menuWords());
  return whenLanguageChanges(() => show(menuWords()));
}
