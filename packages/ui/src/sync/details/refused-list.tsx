import { tagRanges } from "@tidemark/core/markdown";
import type { RejectedOperation } from "@tidemark/core/router";
import { useMemo } from "react";
import { fileAddress } from "../../attachments/file-address.ts";
import { useOneMemo } from "../../data/asked/memo-queries.ts";
import { useRejected } from "../../data/asked/sync-queries.ts";
import { useLanguage } from "../../language/language.ts";
import { momentLabel } from "../../time/day-label.ts";
import { syncStrings } from "../strings.ts";
import { useHidesAgain } from "../../tags/blur.ts";
import { MemoWords } from "../../tags/memo-words.tsx";
import { SureButton } from "../sure-button.tsx";
import { type RefusedActions, useRefusedActions } from "../unsent/use-refused-actions.ts";
import { changeInWords, refusalInWords } from "../wordings.ts";

/** Changes that the server rejected: kind, time, reason, text and actions. */
export function RefusedList() {
  useLanguage();
  const refused = useRejected().data;
  const actions = useRefusedActions();
  useHidesAgain("dialog", "refused");
  if (refused === undefined) return null;
  if (refused.length === 0) {
    return (
      <div className="px-4 py-10 text-center">
        <p className="text-dialog font-semibold">{syncStrings.refusedNone}</p>
        <p className="mt-1 text-text-2">{syncStrings.refusedNoneBody}</p>
      </div>
    );
  }
  return (
    <ul aria-label={syncStrings.refusedList} className="flex flex-col gap-3 p-1">
      {refused.map((each) => (
        <RefusedRow key={each.n} refused={each} actions={actions} />
      ))}
    </ul>
  );
}

function RefusedRow(props: {
  readonly refused: RejectedOperation;
  readonly actions: RefusedActions;
}) {
  useLanguage();
  const { n, memo, what, why, atMs, text, file } = props.refused;
  const tags = useMemo(() => tagRanges(text ?? "").map(({ tag }) => tag), [text]);
  const { actions } = props;
  return (
    <li className="rounded-card border border-border p-3">
      <p className="font-medium">
        {"filename" in what.params ? (
          <RefusedFile memo={memo}>{changeInWords(what)}</RefusedFile>
        ) : (
          changeInWords(what)
        )}
      </p>
      <p className="text-warn">{refusalInWords(why)}</p>
      <p className="text-meta text-text-3">{momentLabel(atMs)}</p>
      {text !== null && (
        <MemoWords memo={{ id: memo, tags }} place="dialog">
          <section
            aria-label={syncStrings.refusedText}
            // Scrollable, so it must be focusable.
            tabIndex={0}
            className="mt-2 max-h-32 overflow-y-auto rounded-control bg-sunken px-2.5 py-1.5 break-words whitespace-pre-wrap"
            dir="auto"
          >
            {text}
          </section>
        </MemoWords>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {text !== null && (
          <button type="button" className="button" onClick={() => actions.copyToNew(n)}>
            {syncStrings.copyToNew}
          </button>
        )}
        {file !== null && (
          <a className="button" href={fileAddress(file)} download={file.filename}>
            {syncStrings.saveFile}
          </a>
        )}
        <button type="button" className="button" onClick={() => actions.retry(n)}>
          {syncStrings.tryAgain}
        </button>
        <SureButton
          label={syncStrings.discard}
          sure={syncStrings.discardSure}
          act={() => actions.discard(n)}
        />
      </div>
    </li>
  );
}

/** Name of a file that was to be attached to a memo; hidden until the memo's tags are known. */
function RefusedFile(props: { readonly memo: string; readonly children: string }) {
  const { data: memo, isPending } = useOneMemo(props.memo);
  return isPending ? null : <MemoWords memo={memo}>{props.children}</MemoWords>;
}
