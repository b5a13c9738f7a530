import { browserStrings } from "../../browser/strings.ts";
import { useSyncStatus } from "../../data/queries.ts";
import { useLanguage } from "../../language/language.ts";
import { useLacks } from "../../shell/use-lacks.ts";
import { setUi } from "../../state/ui-state.ts";
import { ReportButtons } from "../../sync/details/report-buttons.tsx";
import { SyncLog } from "../../sync/details/sync-log.tsx";
import { pillText } from "../../sync/pill-text.ts";
import { syncStrings } from "../../sync/strings.ts";
import { useSyncActions } from "../../sync/sync-actions.ts";
import { problemInWords } from "../../sync/wordings.ts";
import { SettingRow } from "../setting-row.tsx";
import { settingsStrings } from "../strings.ts";

/** Sync state, and actions for it. */
export function SyncState() {
  useLanguage();
  const status = useSyncStatus().data;
  const actions = useSyncActions();
  const isInMemory = useLacks("copy");
  if (status === undefined) return null;
  const { state, error } = status;
  const isLocal = status.serverUrl === null;
  const isPaused = state === "paused";
  const explained =
    isInMemory && state === "offline" ? browserStrings.inMemoryOffline : syncStrings.explain[state];
  return (
    <SettingRow
      title={pillText(status, Infinity)}
      help={error === null ? explained : problemInWords(error)}
    >
      {isLocal ? (
        <button
          type="button"
          className="button"
          aria-haspopup="dialog"
          onClick={() => setUi({ isConnectOpen: true })}
        >
          {syncStrings.connectServer}
        </button>
      ) : (
        <>
          <button
            type="button"
            className="button"
            disabled={state === "syncing" || isPaused || state === "sign-in"}
            onClick={() => actions.now()}
          >
            {syncStrings.now}
          </button>
          <button type="button" className="button" onClick={() => actions.setPaused(!isPaused)}>
            {isPaused ? syncStrings.resume : syncStrings.pause}
          </button>
        </>
      )}
    </SettingRow>
  );
}

/** Row that opens the pending and rejected changes. */
export function WaitingChanges() {
  useLanguage();
  return (
    <SettingRow title={settingsStrings.waitingChanges} help={settingsStrings.waitingHelp}>
      <button
        type="button"
        className="button"
        aria-haspopup="dialog"
        onClick={() => setUi({ syncDetails: "waiting" })}
      >
        {settingsStrings.showDetails}
      </button>
    </SettingRow>
  );
}

export function Log() {
  useLanguage();
  return (
    <div className="setting-block setting-log">
      <h3>{settingsStrings.syncLog}</h3>
      <SyncLog />
      <ReportButtons />
    </div>
  );
}
