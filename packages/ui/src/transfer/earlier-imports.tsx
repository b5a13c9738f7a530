import type { TransferRun } from "@tidemark/core/router";
import { useLanguage, writtenAs } from "../language/language.ts";
import { transferStrings } from "./strings.ts";
import { isBusy, useTransfer, useTransferActions, useTransferRuns } from "./use-transfer.ts";
import { nameOf } from "./words.ts";

/** Imports made on this device, each with an undo; renders nothing without any. */
export function EarlierImports() {
  useLanguage();
  const runs = useTransferRuns().data ?? [];
  if (runs.length === 0) return null;
  return (
    <section className="mt-4 border-t border-rule pt-3" aria-label={transferStrings.earlier}>
      <h3 className="font-medium">{transferStrings.earlier}</h3>
      <ul className="mt-1 max-h-60 overflow-y-auto">
        {runs.map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </ul>
    </section>
  );
}

function Run({ run: { id, label, startedMs, state, memos } }: { readonly run: TransferRun }) {
  useLanguage();
  const { undo } = useTransferActions();
  const job = useTransfer().data?.job ?? null;
  const name = nameOf(label);
  const day = new Intl.DateTimeFormat(writtenAs(), { dateStyle: "medium", timeStyle: "short" });
  return (
    <li className="flex min-h-9 items-center gap-3 text-small">
      <span className="min-w-0 grow">
        <bdi className="block truncate">{name}</bdi>
        <span className="text-text-3">
          {day.format(startedMs)} ·{" "}
          {state === "undone" ? transferStrings.states.undone : transferStrings.imported(memos)}
          {state === "begun" && ` · ${transferStrings.states.begun}`}
        </span>
      </span>
      {state !== "undone" && (
        <button
          type="button"
          className="button flex-none"
          aria-label={transferStrings.undoOf(name)}
          disabled={isBusy(job)}
          onClick={() => void undo(id)}
        >
          {transferStrings.undo}
        </button>
      )}
    </li>
  );
}
