import { useLanguage } from "../../language/language.ts";
import { CaretSwitch } from "../../sync/details/caret-switch.tsx";
import { DeviceList } from "../../sync/details/device-list.tsx";
import { OnRevokedChoice } from "../../sync/details/on-revoked-choice.tsx";
import { settingsStrings } from "../strings.ts";

/** Devices signed in to the account, each with a button to sign it out. */
export function Devices() {
  useLanguage();
  return (
    <div className="setting-block">
      <h3>{settingsStrings.devices}</h3>
      <DeviceList />
    </div>
  );
}

export function OnRevoked() {
  return (
    <div className="setting-block">
      <OnRevokedChoice />
    </div>
  );
}

export function Carets() {
  return (
    <div className="setting-block">
      <CaretSwitch />
    </div>
  );
}
