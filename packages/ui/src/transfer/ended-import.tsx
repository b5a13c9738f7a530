import type { TransferJob } from "@tidemark/core/router";
import { useLanguage } from "../language/language.ts";
import { ImportTable } from "./import-table.tsx";
import { transferStrings } from "./strings.ts";
import { useTransferActions, useTransferRows } from "./use-transfer.ts";
import { titleOf, wordsOfEnd } from "./words.ts";

/** Result of an import, or of undoing one. */
export function EndedImport({ job, close }: { readonly job: TransferJob; close(): void }) {
  useLanguage();
  const { stop, undo } = useTransferActions();
  const { run } = job;
  return (
    <>
      <p className="mt-3 font-medium [overflow-wrap:anywhere]">{titleOf(job)}</p>
      <p role="status" className="mt-1">
        {wordsOfEnd(job)}
      </p>
      {job.type === "undo" ? <Kept job={job} /> : <ImportTable job={job} />}
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        {job.type === "import" && run !== null && (
          <button type="button" className="button" onClick={() => void undo(run)}>
            {transferStrings.undo}
          </button>
        )}
        <button type="button" className="button" onClick={() => void stop()}>
          {transferStrings.otherSource}
        </button>
        <button type="button" className="button button-primary" data-start onClick={close}>
          {transferStrings.done}
        </button>
      </div>
    </>
  );
}

/** Memos that remain after an import was undone. */
function Kept({ job }: { readonly job: TransferJob }) {
  useLanguage();
  const { data } = useTransferRows(job, null);
  if (job.kept === 0) return null;
  return (
    <>
      <p className="mt-2 text-text-2">{transferStrings.kept(job.kept)}</p>
      <ul className="mt-1 max-h-60 overflow-y-auto text-small">
        {data?.rows.map(({ path }, at) => (
          <li key={`${at} ${path}`} className="truncate py-1">
            {path}
          </li>
        ))}
      </ul>
    </>
  );
}
