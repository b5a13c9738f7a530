import { useId } from "react";
import { useProfile } from "../../data/queries.ts";
import { useLanguage } from "../../language/language.ts";
import { setUi } from "../../state/ui-state.ts";
import { syncStrings } from "../../sync/strings.ts";
import { SettingRow } from "../setting-row.tsx";
import { settingsStrings } from "../strings.ts";
import type { ShownSection } from "./find-settings.ts";

interface SectionSheetProps extends ShownSection {
  /** True if the sheet explains why settings are disabled, if one is. */
  readonly saysWhy: boolean;
}

/** Settings of one section; without a server, those that need one are disabled. */
export function SectionSheet({ id, settings, saysWhy }: SectionSheetProps) {
  useLanguage();
  const profile = useProfile().data;
  const headingId = useId();
  if (profile === undefined) return null;
  const isLocal = profile.serverUrl === null;
  return (
    <section className="setting-section" aria-labelledby={headingId}>
      <h2 id={headingId}>{settingsStrings.sections[id]}</h2>
      <div className="setting-sheet">
        {settings.map(({ id: each, Row, title, needsServer }) =>
          needsServer && isLocal ? (
            <SettingRow key={each} title={title()} isOff>
              <p>{settingsStrings.needsServer}</p>
            </SettingRow>
          ) : (
            <Row key={each} />
          ),
        )}
        {isLocal && saysWhy && (
          <div className="setting-row">
            <p className="setting-help">{settingsStrings.needsServerBody}</p>
            <div className="setting-control">
              <button
                type="button"
                className="button"
                aria-haspopup="dialog"
                onClick={() => setUi({ isConnectOpen: true })}
              >
                {syncStrings.connectServer}
              </button>
            </div>
          </div>
        )}
      </div>
    </section>
  );
}
