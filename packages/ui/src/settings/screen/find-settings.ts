import { hasWords } from "../match-words.ts";
import { settingsStrings } from "../strings.ts";
import type { Setting, SettingSection } from "./setting.ts";

/** Section with the settings to show. */
export type ShownSection = Pick<SettingSection, "id" | "settings">;

/** Returns the settings of some sections that match the input by their name, synonyms or section name, each once. */
export function findSettings(
  sections: readonly SettingSection[],
  typed: string,
): readonly ShownSection[] {
  const found = new Set<string>();
  const isFound = (
    section: SettingSection,
    { id, title, words, needsServer }: Setting,
  ): boolean => {
    if (found.has(id)) return false;
    const texts = [settingsStrings.sections[section.id], title(), words()];
    if (!hasWords(needsServer ? [...texts, settingsStrings.needsServer] : texts, typed))
      return false;
    found.add(id);
    return true;
  };
  return sections
    .map((section) => ({
      id: section.id,
      settings: section.settings.filter((setting) => isFound(section, setting)),
    }))
    .filter(({ settings }) => settings.length > 0);
}
