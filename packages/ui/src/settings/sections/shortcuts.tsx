import { ShortcutList } from "../../keyboard/shortcut-list.tsx";
import { useLanguage } from "../../language/language.ts";
import { setSingleKeys, useSingleKeys } from "../../state/single-keys.ts";
import { settingsStrings } from "../strings.ts";
import { SwitchRow } from "../switch-row.tsx";

export function SingleKeys() {
  useLanguage();
  const areOn = useSingleKeys((state) => state.areOn);
  return (
    <SwitchRow
      label={settingsStrings.singleKeys}
      help={settingsStrings.singleKeysHelp}
      isOn={areOn}
      set={setSingleKeys}
    />
  );
}

export function KeyList() {
  useLanguage();
  return (
    <div className="setting-block">
      <h3>{settingsStrings.keyList}</h3>
      <div className="setting-keys">
        <ShortcutList />
      </div>
    </div>
  );
}
