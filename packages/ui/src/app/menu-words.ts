import { languageNow, whenLanguageChanges } from "../language/language.ts";
import type { MenuWords } from "./english-menu-words.ts";

/**
 * Gives the words of a native menu, in each language that is shown; a page without one does not load
 * them. Gives what stops it.
 */
export async function watchMenuWords(show: (words: MenuWords) => void): Promise<() => void> {
  const { menuWords } = await import("./menu-strings.ts");
  if (languageNow() !== "") show(menuWords());
  return whenLanguageChanges(() => show(menuWords()));
}
