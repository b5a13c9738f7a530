import type { HostPart } from "@tidemark/core/router";
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
  /** Part of the host that the setting belongs to: it isn't shown without that. */
  readonly part: HostPart | null;
}

/** Section of the settings. */
export interface SettingSection {
  readonly id: SectionId;
  readonly icon: LucideIcon;
  readonly settings: readonly Setting[];
}

/** Returns the sections and settings that a host has, without those that belong to parts that it lacks. */
export function settingsWithout(
  lacking: readonly HostPart[],
  sections: readonly SettingSection[],
): readonly SettingSection[] {
  return sections
    .map((section) => ({
      ...section,
      settings: section.settings.filter(({ part }) => part === null || !lacking.includes(part)),
    }))
    .filter(({ settings }) => settings.length > 0);
}

/** Creates a setting; its synonyms are in `searchWords`. */
export function setting(
  id: keyof typeof searchWords,
  title: () => string,
  Row: ComponentType,
  { needsServer = false, part = null }: Partial<Pick<Setting, "needsServer" | "part">> = {},
): Setting {
  return { id, Row, title, words: () => searchWords[id], needsServer, part };
}
