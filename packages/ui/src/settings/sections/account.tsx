import { Link } from "@tanstack/react-router";
import { adminPath } from "../../address/admin-address.ts";
import { browserStrings } from "../../browser/strings.ts";
import { useProfile, useSyncStatus } from "../../data/queries.ts";
import { useLanguage } from "../../language/language.ts";
import { useLacks } from "../../shell/use-lacks.ts";
import { setUi } from "../../state/ui-state.ts";
import { SignInForm } from "../../sync/connect/sign-in-form.tsx";
import { hostOf } from "../../sync/pill-text.ts";
import { pillStrings } from "../../sync/pill-strings.ts";
import { syncStrings } from "../../sync/strings.ts";
import { useSyncActions } from "../../sync/sync-actions.ts";
import { SettingRow } from "../setting-row.tsx";
import { settingsStrings } from "../strings.ts";
import { usernameOf } from "@tidemark/core/names";

/** User and server of the profile, with buttons to connect or disconnect. */
export function Account() {
  useLanguage();
  const profile = useProfile().data;
  const status = useSyncStatus().data;
  const actions = useSyncActions();
  const isBrowser = useLacks("servers");
  const isInMemory = useLacks("copy");
  if (profile === undefined || status === undefined) return null;
  if (profile.serverUrl === null) {
    return (
      <SettingRow title={settingsStrings.account} help={settingsStrings.accountLocal}>
        <button
          type="button"
          className="button"
          aria-haspopup="dialog"
          onClick={() => setUi({ isConnectOpen: true })}
        >
          {syncStrings.connectServer}
        </button>
      </SettingRow>
    );
  }
  const where = settingsStrings.accountOn(usernameOf(profile.user), hostOf(profile.serverUrl));
  return (
    <>
      <SettingRow
        title={settingsStrings.account}
        help={isInMemory ? `${where} · ${browserStrings.inMemory}` : where}
      >
        <button type="button" className="button" onClick={() => actions.disconnect(status)}>
          {isBrowser ? syncStrings.signOutDevice : syncStrings.disconnectAsk}
        </button>
      </SettingRow>
      {status.state === "sign-in" && (
        <div className="setting-block">
          <h3>{pillStrings.signIn}</h3>
          <SignInForm />
        </div>
      )}
    </>
  );
}

/** Link to the administration of the server; only administrators have it. */
export function Administration() {
  useLanguage();
  return (
    <SettingRow title={settingsStrings.administration} help={settingsStrings.administrationHelp}>
      <Link to={adminPath} className="button">
        {settingsStrings.openAdministration}
      </Link>
    </SettingRow>
  );
}
