import type { TransferJob, TransferState } from "@tidemark/core/router";
import { type RefObject, useEffect, useId, useRef } from "react";
import { useLanguage } from "../language/language.ts";
import { ChooseSource } from "./choose-source.tsx";
import { EndedImport } from "./ended-import.tsx";
import { PlannedImport } from "./planned-import.tsx";
import { Problem } from "./problem.tsx";
import { transferStrings } from "./strings.ts";
import { isBusy, useSending, useTransfer, useTransferActions } from "./use-transfer.ts";
import { WhoseMemos } from "./whose-memos.tsx";
import { titleOf, wordsOfStop } from "./words.ts";

interface ImportStepsProps {
  /** True while files are dragged over the dialog. */
  readonly isOver: boolean;
  readonly popup: RefObject<HTMLDivElement | null>;
  close(): void;
}

/** Current step of an import. */
export function ImportSteps({ isOver, popup, close }: ImportStepsProps) {
  useLanguage();
  const { data, isError, refetch } = useTransfer();
  const { sending, problem } = useSending();
  const { stop } = useTransferActions();
  const job = data?.job ?? null;
  useFocusKept(sending !== null ? "sending" : phaseOf(data), popup);

  if (isError) {
    return (
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Problem text={transferStrings.unread} />
        <button type="button" className="button" onClick={() => void refetch()}>
          {transferStrings.retry}
        </button>
      </div>
    );
  }
  if (data === undefined) return <div className="h-40" aria-busy />;
  if (sending !== null) {
    const { sent, total } = sending;
    return (
      <AtWork
        title={total === 0 ? transferStrings.finding : transferStrings.sending(sent, total)}
        part={total === 0 ? null : sent / total}
        stop={transferStrings.cancel}
        onStop={stop}
      />
    );
  }
  if (job === null || (problem !== null && !isBusy(job))) {
    return <ChooseSource isOver={isOver} problem={problem} />;
  }
  switch (job.phase) {
    case "reading":
      return (
        <AtWork
          title={transferStrings.reading}
          about={titleOf(job)}
          part={null}
          stop={transferStrings.cancel}
          onStop={stop}
        />
      );
    case "planned":
      return <PlannedImport job={job} />;
    case "running":
      return <RunningImport job={job} />;
    case "done":
      return <EndedImport job={job} close={close} />;
    case "failed":
      return <FailedImport job={job} />;
  }
}

function phaseOf(data: TransferState | undefined): string {
  return data === undefined ? "loading" : (data.job?.phase ?? "choose");
}

function RunningImport({ job }: { readonly job: TransferJob }) {
  useLanguage();
  const { stop } = useTransferActions();
  if (job.type === "undo") {
    return (
      <AtWork
        title={transferStrings.undoing}
        about={transferStrings.undone(job.made)}
        part={null}
        stop={transferStrings.stop}
        onStop={stop}
      />
    );
  }
  const total = job.counts?.new ?? 0;
  return (
    <AtWork
      title={transferStrings.progress(job.made, total)}
      about={transferStrings.goesOn}
      part={total === 0 ? null : job.made / total}
      stop={transferStrings.stop}
      onStop={stop}
    />
  );
}

function FailedImport({ job }: { readonly job: TransferJob }) {
  useLanguage();
  const { stop, undo } = useTransferActions();
  const { failure, run, made } = job;
  if (failure !== null && failure.people.length > 0) return <WhoseMemos people={failure.people} />;
  const said = failure === null ? null : wordsOfStop(failure);
  return (
    <div className="mt-4 flex flex-col gap-3">
      {titleOf(job) !== "" && <p className="font-medium">{titleOf(job)}</p>}
      {said !== null && <Problem {...said} />}
      {made > 0 && <p>{transferStrings.added(made)}</p>}
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        {run !== null && (
          <button type="button" className="button" onClick={() => void undo(run)}>
            {transferStrings.undo}
          </button>
        )}
        <button type="button" className="button" onClick={() => void stop()}>
          {transferStrings.otherSource}
        </button>
      </div>
    </div>
  );
}

/** Returns the main control of the current step, or else the dialog. */
export function startOf(popup: HTMLElement | null): HTMLElement | null {
  return popup?.querySelector<HTMLElement>("[data-start]") ?? popup;
}

/**
 * Moves the focus to the main control when a step change removes the focused element, or if the step before had no
 * control and the dialog itself has the focus.
 */
function useFocusKept(step: string, popup: RefObject<HTMLDivElement | null>): void {
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    const { activeElement, body } = document;
    if (activeElement === body || activeElement === popup.current) startOf(popup.current)?.focus();
  }, [step, popup]);
}

interface AtWorkProps {
  readonly title: string;
  readonly about?: string;
  /** Progress from 0 to 1; null if unknown. */
  readonly part: number | null;
  readonly stop: string;
  onStop(): Promise<void>;
}

/** Progress of a step, with a button to stop it. */
function AtWork({ title, about, part, stop, onStop }: AtWorkProps) {
  const id = useId();
  return (
    <div className="mt-4 flex flex-col gap-2">
      <p id={id} className="tabular-nums">
        {title}
      </p>
      <progress
        aria-labelledby={id}
        className="block h-1.5 w-full accent-accent"
        max={1}
        {...(part !== null && { value: part })}
      />
      {about !== undefined && about !== "" && (
        <p className="text-small text-text-3 [overflow-wrap:anywhere]">{about}</p>
      )}
      <div className="mt-2 flex justify-end">
        <button type="button" className="button" onClick={() => void onStop()}>
          {stop}
        </button>
      </div>
    </div>
  );
}
