import type { BackupEntry } from "@tidemark/core/router";
import { Suspense, useState } from "react";
import { fileSize } from "../attachments/file-size.ts";
import { componentOnDemand } from "../lazy/lazy-component.ts";
import { useLanguage, writtenAs } from "../language/language.ts";
import { safetyStrings } from "./strings.ts";
import { shortMomentLabel } from "../time/day-label.ts";
import { useBackupActions, useBackups } from "./use-backups.ts";

const BackupMemos = componentOnDemand(
  async () => (await import("./memos/backup-memos.tsx")).BackupMemos,
);

/** Backups in the folder, each with a button to restore it. */
export function BackupList() {
  useLanguage();
  const state = useBackups().data;
  const [browsed, setBrowsed] = useState<BackupEntry | null>(null);
  if (state === undefined) return null;
  const { restored } = state;
  if (state.backups.length === 0) {
    return <p className="setting-help">{safetyStrings.noList}</p>;
  }
  return (
    <>
      {restored !== null && (
        <p className="setting-help">
          {safetyStrings.restored(restored.memos, shortMomentLabel(restored.madeMs))}
        </p>
      )}
      <ul aria-label={safetyStrings.list} className="mt-1 max-h-80 overflow-y-auto">
        {state.backups.map((backup) => (
          <Backup
            key={backup.name}
            backup={backup}
            isBusy={state.atWork !== null}
            browse={setBrowsed}
          />
        ))}
      </ul>
      {browsed !== null && (
        <Suspense>
          <BackupMemos backup={browsed} close={() => setBrowsed(null)} />
        </Suspense>
      )}
    </>
  );
}

interface BackupProps {
  readonly backup: BackupEntry;
  readonly isBusy: boolean;
  browse(backup: BackupEntry): void;
}

function Backup({ backup, isBusy, browse }: BackupProps) {
  useLanguage();
  const { restore } = useBackupActions();
  const { madeMs, memos, bytes, fileBytes, why, isOwn, device } = backup;
  const when = new Intl.DateTimeFormat(writtenAs(), {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(madeMs);
  const more = [
    safetyStrings.listedAs(memos, fileSize(bytes + fileBytes)),
    ...(why === "restore" ? [safetyStrings.beforeRestore] : []),
    ...(isOwn || device === "" ? [] : [safetyStrings.ofDevice(device)]),
  ];
  return (
    <li className="flex min-h-11 flex-wrap items-center justify-end gap-x-2 gap-y-1 border-t border-border py-1.5 text-small first:border-t-0">
      <span className="min-w-0 grow basis-48">
        <time className="block font-medium" dateTime={new Date(madeMs).toISOString()}>
          {when}
        </time>
        <span className="text-text-3">{more.join(" · ")}</span>
      </span>
      <span className="flex flex-none gap-2">
        <button
          type="button"
          className="button"
          aria-label={safetyStrings.browseOf(when)}
          aria-haspopup="dialog"
          disabled={isBusy}
          onClick={() => browse(backup)}
        >
          {safetyStrings.browse}
        </button>
        <button
          type="button"
          className="button"
          aria-label={safetyStrings.restoreOf(when)}
          disabled={isBusy}
          onClick={() => restore(backup)}
        >
          {safetyStrings.restore}
        </button>
      </span>
    </li>
  );
}
