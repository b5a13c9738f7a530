import { Link } from "@tanstack/react-router";
import { useProfile } from "../../data/queries.ts";
import { useLanguage } from "../../language/language.ts";
import type { UpdateState } from "../../shell/shell-port.ts";
import { askShell, useShell } from "../../shell/shell.ts";
import { ago } from "../../time/ago.ts";
import { useMinute } from "../../time/use-minute.ts";
import { SettingRow } from "../setting-row.tsx";
import { shellStrings } from "../shell-strings.ts";
import { settingsStrings } from "../strings.ts";

export function Version() {
  useLanguage();
  const version = useProfile().data?.version ?? "";
  return (
    <SettingRow title={settingsStrings.version}>
      <p className="tabular-nums select-text">{settingsStrings.versionOf(version)}</p>
    </SettingRow>
  );
}

export function Updates() {
  useLanguage();
  const state = useShell((shell) => shell.state);
  const nowMs = useMinute();
  if (state === null) {
    return (
      <SettingRow title={shellStrings.updates} isOff>
        <p>{shellStrings.onlyDesktop}</p>
      </SettingRow>
    );
  }
  const { updates } = state;
  const isBusy = updates.type === "looking" || updates.type === "fetching";
  return (
    <SettingRow
      title={shellStrings.updates}
      help={updateWords(updates, nowMs)}
      isOff={updates.type === "off"}
    >
      {updates.type === "ready" ? (
        <button
          type="button"
          className="button"
          onClick={() => askShell({ type: "install-update" })}
        >
          {shellStrings.installUpdate}
        </button>
      ) : (
        updates.type !== "off" && (
          <button
            type="button"
            className="button"
            disabled={isBusy}
            onClick={() => askShell({ type: "look-for-updates" })}
          >
            {shellStrings.lookForUpdates}
          </button>
        )
      )}
    </SettingRow>
  );
}

function updateWords(updates: UpdateState, nowMs: number): string {
  switch (updates.type) {
    case "off":
      return shellStrings.updatesOff;
    case "unknown":
      return shellStrings.updatesUnknown;
    case "looking":
      return shellStrings.updatesLooking;
    case "newest":
      return shellStrings.updatesNewest(ago(updates.atMs, nowMs));
    case "fetching":
      return shellStrings.updatesFetching(updates.version);
    case "ready":
      return shellStrings.updatesReady(updates.version);
    case "failed":
      return shellStrings.updatesFailed(ago(updates.atMs, nowMs));
  }
}

export function Licence() {
  useLanguage();
  return (
    <SettingRow title={settingsStrings.licence} help={settingsStrings.licenceHelp}>
      <p>{settingsStrings.licenceName}</p>
    </SettingRow>
  );
}

export function Report() {
  useLanguage();
  return (
    <SettingRow title={settingsStrings.report} help={settingsStrings.reportHelp}>
      <Link to="/report" className="button">
        {settingsStrings.showReport}
      </Link>
    </SettingRow>
  );
}

export function Speed() {
  useLanguage();
  return (
    <SettingRow title={settingsStrings.speed}>
      <Link to="/performance" className="button">
        {settingsStrings.howFast}
      </Link>
    </SettingRow>
  );
}
