import { Fragment } from "react";
import { useLanguage } from "../../language/language.ts";
import { hasWords } from "../../settings/match-words.ts";
import type { Searched } from "../found-list.tsx";
import { Loaded } from "../loaded.tsx";
import { settingRows } from "./setting-rows.tsx";
import { instanceStrings as strings } from "./strings.ts";
import { useSettings } from "./use-settings.ts";

/** Settings of the instance. Each is saved alone as it is changed. */
export function InstanceSettings({ typed }: Searched) {
  useLanguage();
  const { query, save } = useSettings();
  return (
    <Loaded query={query}>
      {(settings) => {
        const found = settingRows(settings, save).filter(({ words }) => hasWords(words, typed));
        if (found.length > 0) {
          return found.map(({ words: [label], row }) => <Fragment key={label}>{row}</Fragment>);
        }
        return (
          <p role="status" className="setting-block setting-help">
            {strings.notFound}
          </p>
        );
      }}
    </Loaded>
  );
}
