import { useMemo } from "react";
import { useProfile } from "../../data/queries.ts";
import { phoneQuery, useMediaQuery } from "../../state/use-media-query.ts";
import { unusedOnPhones } from "./absent-sections.ts";
import { settingSections } from "./setting-sections.ts";
import { type SettingSection, settingsWithout } from "./setting.ts";

/** Settings without a use on a phone. */
const unusedSettings: ReadonlySet<string> = new Set(["columns"]);

const phoneSections: readonly SettingSection[] = settingSections
  .filter(({ id }) => !unusedOnPhones.has(id))
  .map((section) => ({
    ...section,
    settings: section.settings.filter(({ id }) => !unusedSettings.has(id)),
  }));

/** Returns the sections that have a use here, without parts that the host lacks; none until the host is known. */
export function useSettingSections(): readonly SettingSection[] {
  const lacking = useProfile().data?.lacks;
  const sections = useMediaQuery(phoneQuery) ? phoneSections : settingSections;
  return useMemo(
    () => (lacking === undefined ? [] : settingsWithout(lacking, sections)),
    [lacking, sections],
  );
}
