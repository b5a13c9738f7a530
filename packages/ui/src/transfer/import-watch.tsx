import type { TransferJob } from "@tidemark/core/router";
import { useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useFeedback } from "../feedback/feedback.ts";
import { useLanguage } from "../language/language.ts";
import { hostTransfer } from "../shell/host-transfer.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { transferStrings } from "./strings.ts";
import {
  type TransferActions,
  useSending,
  useTransfer,
  useTransferActions,
} from "./use-transfer.ts";
import { wordsOfEnd, wordsOfStop } from "./words.ts";

/** Shows the progress of an import while its dialog is closed, and reports its end. */
export function ImportWatch() {
  useLanguage();
  const state = useTransfer().data;
  const isOpen = useUi((ui) => ui.importing !== null);
  const { undo } = useTransferActions();
  const awaited = useSending((sending) => sending.awaited);
  const job = state?.job ?? null;
  /** Job that was seen running; only its end is reported. */
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (job?.phase === "running" || (job !== null && job.id === awaited)) seen.current = job.id;
    const isEnded = job?.phase === "done" || job?.phase === "failed";
    if (job === null || !isEnded || seen.current !== job.id) return;
    seen.current = null;
    useSending.setState({ awaited: null });
    reportEnd(job, isOpen, undo);
  }, [job, awaited, isOpen, undo]);

  const exported = state?.export ?? null;
  const isExporting = useRef(false);
  useEffect(() => {
    if (exported?.phase === "running") isExporting.current = true;
    else if (exported !== null && isExporting.current) {
      isExporting.current = false;
      const { say, fail } = useFeedback.getState();
      if (exported.phase === "failed") {
        // Elsewhere the browser has a part of the file.
        fail(transferStrings[hostTransfer() === null ? "exportFailed" : "notDownloaded"]);
      } else {
        const { memos, problems } = exported;
        const lost = problems === 0 ? [] : [transferStrings.exportProblems(problems)];
        say([transferStrings.exporting(memos), ...lost].join(". "), null, "export");
      }
    }
  }, [exported]);

  if (isOpen || job?.phase !== "running") return null;
  const words =
    job.type === "undo"
      ? transferStrings.undoing
      : transferStrings.progress(job.made, job.counts?.new ?? 0);
  return createPortal(
    <section
      aria-label={transferStrings.importing}
      className="popover fixed end-4 bottom-4 z-40 flex max-w-[calc(100vw-2rem)] items-center gap-3 py-1.5 ps-3 pe-1.5 text-small"
    >
      <span className="min-w-0 truncate tabular-nums">{words}</span>
      <button
        type="button"
        className="button"
        onClick={() => setUi({ importing: { dropped: [] } })}
      >
        {transferStrings.show}
      </button>
    </section>,
    document.body,
  );
}

/** Reports the end of a job: in a message, or only to screen readers if the dialog shows it. */
function reportEnd(job: TransferJob, isOpen: boolean, undo: TransferActions["undo"]): void {
  const { say, did, fail, announce } = useFeedback.getState();
  const { run, failure, type } = job;
  const undoIt = run === null || type === "undo" ? null : () => undo(run);
  if (!isOpen) {
    if (failure !== null) fail(wordsOfStop(failure).text);
    else say(wordsOfEnd(job), undoIt, "import");
  } else if (undoIt !== null && failure === null) did(wordsOfEnd(job), undoIt);
  else announce(wordsOfEnd(job));
}
