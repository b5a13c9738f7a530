import { Link } from "@tanstack/react-router";
import { useLanguage } from "../../language/language.ts";
import { libraryPath } from "../../state/library-address.ts";
import { FileStorageChoice } from "../../sync/details/file-storage.tsx";
import { SettingRow } from "../setting-row.tsx";
import { settingsStrings } from "../strings.ts";

/** Storage limit of the server's files on this device. */
export function StoredFiles() {
  useLanguage();
  return (
    <div className="setting-block">
      <h3>{settingsStrings.fileStorage}</h3>
      <FileStorageChoice />
    </div>
  );
}

export function LibraryLink() {
  useLanguage();
  return (
    <SettingRow title={settingsStrings.library} help={settingsStrings.libraryHelp}>
      <Link to={libraryPath} className="button">
        {settingsStrings.openLibrary}
      </Link>
    </SettingRow>
  );
}
