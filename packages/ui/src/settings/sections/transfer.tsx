import { useLanguage } from "../../language/language.ts";
import { setUi } from "../../state/ui-state.ts";
import { downloadExport, downloadJson } from "../../transfer/download-export.ts";
import { EarlierImports } from "../../transfer/earlier-imports.tsx";
import { transferStrings } from "../../transfer/strings.ts";
import { useTransferRuns } from "../../transfer/use-transfer.ts";
import { SettingRow } from "../setting-row.tsx";
import { settingsStrings } from "../strings.ts";

export function Importing() {
  useLanguage();
  return (
    <SettingRow title={settingsStrings.importing} help={transferStrings.intro}>
      <button
        type="button"
        className="button"
        onClick={() => setUi({ importing: { dropped: [] } })}
      >
        {transferStrings.open}
      </button>
    </SettingRow>
  );
}

export function Exporting() {
  useLanguage();
  return (
    <SettingRow title={settingsStrings.exporting} help={transferStrings.exportHelp}>
      <button type="button" className="button" onClick={downloadExport}>
        {transferStrings.exportAll}
      </button>
      <button type="button" className="button" onClick={downloadJson}>
        {transferStrings.exportJson}
      </button>
    </SettingRow>
  );
}

/** Earlier imports, each with an undo. */
export function Imported() {
  useLanguage();
  const hasRuns = (useTransferRuns().data?.length ?? 0) > 0;
  return hasRuns ? (
    <div className="setting-block">
      <EarlierImports />
    </div>
  ) : (
    <SettingRow title={transferStrings.earlier} help={transferStrings.noEarlier} />
  );
}
