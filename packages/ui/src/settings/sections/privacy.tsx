import { useKeyKept } from "../../data/asked/sync-queries.ts";
import { useProfile } from "../../data/queries.ts";
import { useLanguage } from "../../language/language.ts";
import { hostOf } from "../../sync/pill-text.ts";
import { ImageHosts } from "../image-hosts.tsx";
import { SettingRow } from "../setting-row.tsx";
import { shellStrings } from "../shell-strings.ts";
import { settingsStrings } from "../strings.ts";

export function Images() {
  useLanguage();
  return (
    <div className="setting-block">
      <h3>{settingsStrings.images}</h3>
      <ImageHosts />
    </div>
  );
}

export function LinkPreviews() {
  useLanguage();
  return (
    <SettingRow title={settingsStrings.linkPreviews} help={settingsStrings.linkPreviewsHelp}>
      <p>{settingsStrings.off}</p>
    </SettingRow>
  );
}

/**
 * Shows whether the stored session key is encrypted, or whether anyone who reads this device's files can sign
 * in as its user.
 */
export function ServerKey() {
  useLanguage();
  const kept = useKeyKept().data;
  const help =
    kept === undefined
      ? undefined
      : kept === "sealed"
        ? shellStrings.keySealed
        : kept === "plain"
          ? shellStrings.keyPlain
          : shellStrings.keyNone;
  return <SettingRow title={shellStrings.serverKey} help={help} />;
}

/** Hosts that this device contacts. */
export function Asked() {
  useLanguage();
  const profile = useProfile().data;
  if (profile === undefined) return null;
  const { serverUrl } = profile;
  const help =
    serverUrl === null
      ? settingsStrings.askedLocal
      : settingsStrings.askedServer(hostOf(serverUrl));
  return <SettingRow title={settingsStrings.asked} help={help} />;
}
