import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useState } from "react";
import { setUi, useUi } from "../state/ui-state.ts";
import { useOneMemo, useRevisions } from "../data/asked/memo-queries.ts";
import { useProfile } from "../data/queries.ts";
import { momentLabel } from "../time/day-label.ts";
import { useMemoActions } from "../memo/memo-actions.ts";
import { firstLine } from "../memo/first-line.ts";
import { useLanguage } from "../language/language.ts";
import { useHidesAgain } from "../tags/blur.ts";
import { MemoWords } from "../tags/memo-words.tsx";
import { historyStrings } from "./strings.ts";
import { VersionList } from "./version-list.tsx";
import { VersionText } from "./version-text.tsx";
import { findMerge } from "./version-words.ts";
import { returnFocus } from "../focus/return-focus.ts";

/** Version history of a memo: earlier texts, changes since, and a button to restore. */
export function HistoryDialog() {
  const history = useUi((state) => state.history);
  const [last, setLast] = useState(history);
  // Keeps showing the last memo while the dialog fades out.
  if (history !== null && history !== last) setLast(history);
  return (
    <Dialog.Root
      open={history !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) setUi({ history: null });
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-scrim" />
        <Dialog.Popup
          finalFocus={returnFocus(() => document.getElementById(`memo-${last?.id}`))}
          className="popover fixed inset-0 m-auto z-50 flex h-[min(42rem,calc(100dvh-2rem))] w-[min(58rem,calc(100vw-2rem))] flex-col p-5"
        >
          {last !== null && (
            <History
              key={`${last.id} ${last.version}`}
              id={last.id}
              isAtMerge={last.isAtMerge}
              version={last.version}
            />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function History(props: {
  readonly id: string;
  readonly isAtMerge: boolean;
  /** Version shown first; the newest if undefined. */
  readonly version: string | undefined;
}) {
  useLanguage();
  const { id, isAtMerge } = props;
  const memo = useOneMemo(id).data;
  const revisions = useRevisions(id);
  const user = useProfile().data?.user;
  const actions = useMemoActions();
  const [selectedId, setSelectedId] = useState(props.version);
  const [shows, setShows] = useState<"changes" | "text">("changes");
  useHidesAgain("dialog", id);
  const versions = revisions.data ?? [];
  const first = (isAtMerge ? findMerge(versions) : undefined) ?? versions[0];
  const selected = versions.find((version) => version.id === selectedId) ?? first;
  return (
    <>
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <Dialog.Title className="text-dialog font-semibold">{historyStrings.title}</Dialog.Title>
          <Dialog.Description className="truncate text-text-2">
            {memo !== undefined && <MemoWords memo={memo}>{firstLine(memo.content)}</MemoWords>}
          </Dialog.Description>
        </div>
        <Dialog.Close className="icon-button" aria-label={historyStrings.close}>
          <X size={16} strokeWidth={1.75} aria-hidden />
        </Dialog.Close>
      </div>
      {revisions.isError && (
        <div role="alert" className="mt-6 text-center">
          <p>{historyStrings.failed}</p>
          <button type="button" className="button mt-3" onClick={() => void revisions.refetch()}>
            {historyStrings.retry}
          </button>
        </div>
      )}
      {revisions.data?.length === 0 && (
        <div className="mt-10 px-4 text-center">
          <p className="text-dialog font-semibold">{historyStrings.none}</p>
          <p className="mt-1 text-text-2">{historyStrings.noneBody}</p>
        </div>
      )}
      {selected !== undefined && memo !== undefined && (
        <div className="mt-3 flex min-h-0 grow gap-4 max-rail:flex-col">
          <VersionList versions={versions} selected={selected} user={user} select={setSelectedId} />
          <div className="flex min-h-0 min-w-0 grow flex-col gap-3">
            <div className="flex flex-wrap items-center gap-2">
              <ShownChoice shows={shows} choose={setShows} />
              <div className="ms-auto flex gap-2">
                <button
                  type="button"
                  className="button"
                  onClick={() => actions.copy(selected.content)}
                >
                  {historyStrings.copy}
                </button>
                <button
                  type="button"
                  className="button button-primary"
                  disabled={selected.content === memo.content || memo.deletedMs !== null}
                  onClick={() => {
                    actions.restoreVersion(memo, selected.id);
                    setUi({ history: null });
                  }}
                >
                  {historyStrings.restore}
                </button>
              </div>
            </div>
            <MemoWords memo={memo} place="dialog">
              <VersionText
                version={selected.content}
                current={memo.content}
                shows={shows}
                label={historyStrings.version(momentLabel(selected.atMs))}
              />
            </MemoWords>
          </div>
        </div>
      )}
    </>
  );
}

function ShownChoice(props: {
  readonly shows: "changes" | "text";
  choose(shows: "changes" | "text"): void;
}) {
  useLanguage();
  return (
    <div role="group" aria-label={historyStrings.show} className="flex rounded-control bg-sunken">
      {(["changes", "text"] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={props.shows === each}
          className="min-h-8 rounded-control px-3 text-text-2 hover:text-text aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent"
          onClick={() => props.choose(each)}
        >
          {historyStrings[each]}
        </button>
      ))}
    </div>
  );
}
