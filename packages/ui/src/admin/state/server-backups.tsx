import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { InstanceState } from "@tidemark/client";
import { useEffect, useRef } from "react";
import { fileSize } from "../../attachments/file-size.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { useLanguage } from "../../language/language.ts";
import { SettingRow } from "../../settings/setting-row.tsx";
import { shortMomentLabel } from "../../time/day-label.ts";
import { adminKey, answerOf, describeProblem, useServer } from "../ask-server.ts";
import { stateStrings as strings } from "./strings.ts";

/** Backups of the server, with a button that makes one. */
export function ServerBackups({ state }: { readonly state: InstanceState }) {
  useLanguage();
  const { backups, lastBackupTime } = state;
  const last =
    lastBackupTime === undefined ? strings.never : shortMomentLabel(Date.parse(lastBackupTime));
  return (
    <>
      <SettingRow
        title={strings.backups}
        help={
          backups === undefined
            ? strings.noBackups
            : strings.backupsDaily(backups.time, backups.folder)
        }
      >
        {backups !== undefined && <BackUpNow backups={backups} />}
      </SettingRow>
      <SettingRow title={strings.lastBackup}>
        <p>{last}</p>
      </SettingRow>
      {backups?.failure !== undefined && (
        <p role="alert" className="setting-block text-small text-danger">
          {strings.failed(backups.failure)}
        </p>
      )}
      {backups !== undefined && backups.kept.length > 0 && (
        <div className="setting-block">
          <ul aria-label={strings.kept} className="kept-there max-h-80 overflow-y-auto">
            {backups.kept.map(({ name, makeTime, memoCount, fileCount, sizeBytes, fileBytes }) => (
              <li key={name}>
                <div className="min-w-0 grow">
                  <p className="font-medium">{shortMomentLabel(Date.parse(makeTime))}</p>
                  <p className="text-meta text-text-3">
                    {strings.contents(
                      memoCount,
                      fileCount,
                      fileSize(Number(sizeBytes) + Number(fileBytes)),
                    )}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** Button that begins a backup, and reports its end. */
function BackUpNow({ backups }: { readonly backups: NonNullable<InstanceState["backups"]> }) {
  useLanguage();
  const server = useServer();
  const queries = useQueryClient();
  const wasMaking = useRef(false);
  const begin = useMutation({
    mutationFn: () => answerOf(server.call("POST /api/v1/instance/backups", {})),
    onSuccess: () => queries.invalidateQueries({ queryKey: [adminKey, "state"] }),
    onError(error) {
      wasMaking.current = false;
      useFeedback.getState().fail(strings.notMade(describeProblem(error)));
    },
  });
  const isMaking = begin.isPending || backups.making;
  useEffect(() => {
    if (wasMaking.current && !isMaking && backups.failure === undefined) {
      useFeedback.getState().say(strings.made);
    }
    wasMaking.current = isMaking;
  }, [isMaking, backups.failure]);

  return (
    <button
      type="button"
      className="button"
      aria-busy={isMaking}
      onClick={() => {
        if (!isMaking) begin.mutate();
      }}
    >
      {isMaking ? strings.making : strings.backUp}
    </button>
  );
}
