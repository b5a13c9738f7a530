import { useEffect, useId, useState } from "react";
import { useFeedback } from "../../feedback/feedback.ts";
import { useLanguage } from "../../language/language.ts";
import { useDeviceName } from "../../sync/use-device-name.ts";
import { SettingRow } from "../setting-row.tsx";
import { settingsStrings } from "../strings.ts";

/** Maximum length of a device name on the server. */
const longest = 100;

/** Name of this device on the user's other devices; saved on blur or Enter. */
export function DeviceName() {
  useLanguage();
  const { named, rename } = useDeviceName();
  const id = useId();
  const [typed, setTyped] = useState(named?.name ?? "");
  // Another window may have renamed it.
  useEffect(() => setTyped(named?.name ?? ""), [named?.name]);
  const keep = async (): Promise<void> => {
    if (named === undefined || typed.trim() === named.name) return setTyped(named?.name ?? "");
    const after = await rename(typed);
    setTyped(after?.name ?? named.name);
    if (after !== null) useFeedback.getState().say(settingsStrings.deviceRenamed(after.name));
  };
  return (
    <SettingRow
      title={settingsStrings.deviceName}
      labels={id}
      help={settingsStrings.deviceNameHelp(named?.usual ?? "…")}
      helpId={`${id}-help`}
    >
      <form
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          void keep();
        }}
      >
        <input
          id={id}
          type="text"
          className="field w-56 max-w-full"
          aria-describedby={`${id}-help`}
          autoComplete="off"
          spellCheck={false}
          maxLength={longest}
          placeholder={named?.usual}
          disabled={named === undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => void keep()}
          onKeyDown={(event) => {
            const isBack = event.key === "Escape" && typed !== named?.name;
            if (!isBack || event.nativeEvent.isComposing) return;
            event.preventDefault();
            setTyped(named?.name ?? "");
          }}
        />
      </form>
    </SettingRow>
  );
}
