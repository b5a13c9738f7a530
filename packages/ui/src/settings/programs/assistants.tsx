import { useState } from "react";
import { useProfile } from "../../data/queries.ts";
import { copyText } from "../../feedback/copy-text.ts";
import { useLanguage } from "../../language/language.ts";
import { useLacks } from "../../shell/use-lacks.ts";
import { SwitchRow } from "../switch-row.tsx";
import { configForDevice } from "./assistant-config.ts";
import { programStrings as strings } from "./strings.ts";

/** Explains how assistants get to the memos, with what to paste into their settings. */
export function Assistants() {
  useLanguage();
  const isOnServer = (useProfile().data?.serverUrl ?? null) !== null;
  const isPage = useLacks("window");
  return (
    <>
      <div className="setting-block">
        <h3>{strings.assistants}</h3>
        <p className="setting-help">{strings.assistantsHelp}</p>
        {isOnServer && <p className="setting-help">{strings.assistantsThere}</p>}
      </div>
      {!isPage && <OnComputer />}
    </>
  );
}

/** Configuration of an assistant on this computer. */
function OnComputer() {
  useLanguage();
  const [canWrite, setCanWrite] = useState(false);
  const config = configForDevice(canWrite, useProfile().data?.dataFolder ?? null);
  return (
    <>
      <SwitchRow
        label={strings.assistantWrites}
        help={strings.assistantWritesHelp}
        isOn={canWrite}
        set={setCanWrite}
      />
      <div className="setting-block">
        <section className="to-paste" aria-label={strings.assistantHere}>
          <p>{strings.assistantHere}</p>
          <code dir="ltr">{config}</code>
          <button type="button" className="button" onClick={() => void copyText(config)}>
            {strings.copyConfig}
          </button>
        </section>
      </div>
    </>
  );
}
