import { useEffect, useId, useState } from "react";
import { useFeedback } from "../../feedback/feedback.ts";
import { useLanguage } from "../../language/language.ts";
import { BackupList } from "../../safety/backup-list.tsx";
import { BackUpButton, useLastBackup } from "../../safety/last-backup.tsx";
import { safetyStrings } from "../../safety/strings.ts";
import { useBackupActions, useBackups } from "../../safety/use-backups.ts";
import { useLacks } from "../../shell/use-lacks.ts";
import { setUi } from "../../state/ui-state.ts";
import { ChoiceRow } from "../choice-row.tsx";
import { SettingRow } from "../setting-row.tsx";

/** Row that opens the Safety dialog. */
export function Safety() {
  useLanguage();
  const help = useLacks("backups") ? safetyStrings.openHelpHere : safetyStrings.openHelp;
  return (
    <SettingRow title={safetyStrings.open} help={help}>
      <button
        type="button"
        className="button"
        aria-haspopup="dialog"
        onClick={() => setUi({ isSafetyOpen: true })}
      >
        {safetyStrings.show}
      </button>
    </SettingRow>
  );
}

/** Time of the last backup, and a button to make one. */
export function LastBackup() {
  useLanguage();
  const { title, problem } = useLastBackup();
  return (
    <SettingRow title={title} help={problem ?? safetyStrings.whatItHas}>
      <BackUpButton />
    </SettingRow>
  );
}

/** Backup folder; saved on blur or Enter. */
export function BackupFolder() {
  useLanguage();
  const state = useBackups().data;
  const { configure } = useBackupActions();
  const id = useId();
  const folder = state?.folder ?? "";
  const [typed, setTyped] = useState(folder);
  useEffect(() => setTyped(folder), [folder]);
  const isOff = state === undefined || state.atWork !== null;
  const change = async (to: string | null): Promise<void> => {
    if (!(await configure({ folder: to }))) return setTyped(folder);
    useFeedback.getState().say(safetyStrings.folderKept, null, "backup");
  };
  const keep = (): void => {
    if (isOff || typed.trim() === folder || typed.trim() === "") return setTyped(folder);
    void change(typed.trim());
  };
  return (
    <SettingRow
      title={safetyStrings.folder}
      labels={id}
      help={safetyStrings.folderHelp}
      helpId={`${id}-help`}
      isTall
    >
      <form
        className="flex w-full flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          keep();
        }}
      >
        <input
          id={id}
          type="text"
          className="field min-w-0 grow"
          aria-describedby={`${id}-help`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          dir="ltr"
          maxLength={4096}
          disabled={isOff}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={keep}
          onKeyDown={(event) => {
            const isBack = event.key === "Escape" && typed !== folder;
            if (!isBack || event.nativeEvent.isComposing) return;
            event.preventDefault();
            setTyped(folder);
          }}
        />
        {state?.isUsualFolder === false && (
          <button
            type="button"
            className="button"
            disabled={isOff}
            onClick={() => void change(null)}
          >
            {safetyStrings.usualFolder}
          </button>
        )}
      </form>
    </SettingRow>
  );
}

const schedules = ["off", "daily", "weekly"] as const;

/** Schedule of automatic backups. */
export function BackupSchedule() {
  useLanguage();
  const state = useBackups().data;
  const { configure } = useBackupActions();
  return (
    <ChoiceRow
      label={safetyStrings.schedule}
      help={safetyStrings.scheduleHelp}
      chosen={state?.schedule ?? "daily"}
      choices={schedules.map((key) => ({ key, label: safetyStrings.schedules[key] }))}
      choose={(schedule) => void configure({ schedule })}
    />
  );
}

export function Backups() {
  useLanguage();
  return (
    <div className="setting-block">
      <h3>{safetyStrings.list}</h3>
      <BackupList />
    </div>
  );
}
