import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import { searchWords } from "../search-words.ts";
import type { settingsStrings } from "../strings.ts";

export type SectionId = keyof typeof settingsStrings.sections;

/** Setting with what the list and the search need. */
export interface Setting {
  /** Identifier; a setting may be in two sections. */
  readonly id: string;
  readonly Row: ComponentType;
  /** Returns the name in the current language. */
  title(): string;
  /** Returns the synonyms that the search matches. */
  words(): string;
  /** True if the setting is disabled without a server. */
  readonly needsServer: boolean;
}

/** Section of the settings. */
export interface SettingSection {
  readonly id: SectionId;
  readonly icon: LucideIcon;
  readonly settings: readonly Setting[];
}

/** Creates a setting; its synonyms are in `searchWords`. */
export function setting(
  id: keyof typeof searchWords,
  title: () => string,
  Row: ComponentType,
  { needsServer = false } = {},
): Setting {
  return { id, Row, title, words: () => searchWords[id], needsServer };
}
