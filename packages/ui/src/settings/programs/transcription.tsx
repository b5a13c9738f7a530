import { useProfile } from "../../data/queries.ts";
import { useLanguage } from "../../language/language.ts";
import { SettingRow } from "../setting-row.tsx";
import { settingsStrings } from "../strings.ts";
import { programStrings as strings } from "./strings.ts";

/** Shows whether the server can transcribe recordings. */
export function Transcription() {
  useLanguage();
  const profile = useProfile().data;
  if (!profile?.serverUrl) return null;
  const { host } = new URL(profile.serverUrl);
  const say = profile.transcribes ? strings.transcriptionOn : strings.transcriptionOff;
  return (
    <SettingRow title={strings.transcription} help={say(host)}>
      <p>{profile.transcribes ? strings.isSet : settingsStrings.off}</p>
    </SettingRow>
  );
}
