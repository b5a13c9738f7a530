import { useEffect, useRef } from "react";
import { useFeedback } from "../feedback/feedback.ts";
import { useLanguage } from "../language/language.ts";
import { agoInside } from "../time/ago.ts";
import { useMinute } from "../time/use-minute.ts";
import { safetyStrings } from "./strings.ts";
import { lastBackup, useBackupActions, useBackups } from "./use-backups.ts";

/** Returns the time of this device's last backup, and the error of the last attempt, in words. */
export function useLastBackup(): { readonly title: string; readonly problem: string | null } {
  useLanguage();
  const state = useBackups().data;
  const now = useMinute();
  if (state === undefined) return { title: "", problem: null };
  const last = lastBackup(state);
  const { failure } = state;
  const title =
    last === null ? safetyStrings.none : safetyStrings.last(agoInside(last.madeMs, now));
  if (failure === null) return { title, problem: null };
  const when = agoInside(failure.atMs, now);
  const what =
    failure.of === "backup" ? safetyStrings.failedBackup(when) : safetyStrings.failedRestore(when);
  return { title, problem: `${what}. ${safetyStrings.why[failure.code]}` };
}

/** Button that makes a backup and reports its end. */
export function BackUpButton() {
  useLanguage();
  const state = useBackups().data;
  const { backUp } = useBackupActions();
  const atWork = state?.atWork ?? null;
  const before = useRef(atWork);
  useEffect(() => {
    const wasAtWork = before.current === "backup";
    before.current = atWork;
    if (!wasAtWork || atWork !== null || state === undefined || state.failure !== null) return;
    const last = lastBackup(state);
    if (last !== null) useFeedback.getState().say(safetyStrings.done(last.memos), null, "backup");
  }, [atWork, state]);
  const words = {
    backup: safetyStrings.backingUp,
    restore: safetyStrings.restoring,
  };
  return (
    <button type="button" className="button" disabled={atWork !== null} onClick={backUp}>
      {atWork === null ? safetyStrings.backUp : words[atWork]}
    </button>
  );
}
