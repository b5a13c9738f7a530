import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import { searchWords } from "../search-words.ts";
import type { settingsStrings } from "../strings.ts";

export type SectionId = keyof typeof settingsStrings.sections;

/** One setting, as it is listed and found. */
export interface Setting {
  /** The same one may stand in two parts. */
  readonly id: string;
  readonly Row: ComponentType;
  /** Its name in the current language. */
  title(): string;
  /** Other words that find it. */
  words(): string;
  /** Without one it is named and greyed. */
  readonly needsServer: boolean;
}

/** A part of the settings. */
export interface SettingSection {
  readonly id: SectionId;
  readonly icon: LucideIcon;
  readonly settings: readonly Setting[];
}

/** Makes a setting of a row; `searchWords` has what else finds it. */
export function setting(
  id: keyof typeof searchWords,
  title: () => string,
  Row: ComponentType,
  { needsServer = false } = {},
): Setting {
  return { id, Row, title, words: () => searchWords[id], needsServer };
}
