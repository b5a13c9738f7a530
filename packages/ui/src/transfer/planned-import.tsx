import type { FolderUse } from "@tidemark/core/model";
import type { TransferJob } from "@tidemark/core/router";
import { useState } from "react";
import { FolderChoice } from "./folder-choice.tsx";
import { useLanguage } from "../language/language.ts";
import { ImportTable } from "./import-table.tsx";
import { transferStrings } from "./strings.ts";
import { useTransferActions } from "./use-transfer.ts";
import { titleOf } from "./words.ts";

/** Planned result of an import, with a button to start it. */
export function PlannedImport({ job }: { readonly job: TransferJob }) {
  useLanguage();
  const { run, stop } = useTransferActions();
  const [isAsked, setIsAsked] = useState(false);
  const [folders, setFolders] = useState<FolderUse>("tags");
  const count = job.counts?.new ?? 0;
  const start = async (): Promise<void> => {
    setIsAsked(true);
    await run(folders);
    setIsAsked(false);
  };
  return (
    <>
      <p className="mt-3 font-medium [overflow-wrap:anywhere]">{titleOf(job)}</p>
      {count === 0 && <p className="mt-1 text-text-2">{transferStrings.nothingNew}</p>}
      <ImportTable job={job} />
      {job.inFolders > 0 && (
        <FolderChoice count={job.inFolders} chosen={folders} choose={setFolders} />
      )}
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <button type="button" className="button" onClick={() => void stop()}>
          {transferStrings.otherSource}
        </button>
        {count > 0 && (
          <button
            type="button"
            className="button button-primary"
            data-start
            disabled={isAsked}
            onClick={() => void start()}
          >
            {transferStrings.importNew(count)}
          </button>
        )}
      </div>
    </>
  );
}
