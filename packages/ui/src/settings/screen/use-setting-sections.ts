import { phoneQuery, useMediaQuery } from "../../state/use-media-query.ts";
import { settingSections } from "./setting-sections.ts";
import type { SectionId, SettingSection } from "./setting.ts";

/** Sections and settings without a use on a phone: keys, quick capture and columns. */
const unusedSections: ReadonlySet<SectionId> = new Set(["shortcuts", "capture"]);
const unusedSettings: ReadonlySet<string> = new Set(["columns"]);

const phoneSections: readonly SettingSection[] = settingSections
  .filter(({ id }) => !unusedSections.has(id))
  .map((section) => ({
    ...section,
    settings: section.settings.filter(({ id }) => !unusedSettings.has(id)),
  }));

/** Returns the sections that have a use here. */
export function useSettingSections(): readonly SettingSection[] {
  return useMediaQuery(phoneQuery) ? phoneSections : settingSections;
}
