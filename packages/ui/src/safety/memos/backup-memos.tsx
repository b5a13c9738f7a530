import { Dialog } from "@base-ui/react/dialog";
import type { BackupEntry } from "@tidemark/core/router";
import { type UIEvent, useEffect, useState } from "react";
import { describeError } from "../../data/client.tsx";
import { DialogHead } from "../../feedback/dialog-head.tsx";
import { useLanguage } from "../../language/language.ts";
import { shortMomentLabel } from "../../time/day-label.ts";
import { BackupMemoRow } from "./backup-memo-row.tsx";
import { backupMemosStrings as strings } from "./strings.ts";
import { useBackupMemos, useRestoreMemos, useSettled } from "./use-backup-memos.ts";

/** Dialog with the memos of a backup, to restore some of them. */
export function BackupMemos({ backup, close }: { readonly backup: BackupEntry; close(): void }) {
  useLanguage();
  return (
    <Dialog.Root open onOpenChange={(isWanted) => !isWanted && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-scrim" />
        <Dialog.Popup className="popover fixed inset-0 z-50 m-auto flex h-[min(44rem,calc(100dvh-2rem))] w-[min(44rem,calc(100vw-2rem))] flex-col p-6 outline-none max-rail:p-4">
          <DialogHead
            title={strings.title(shortMomentLabel(backup.madeMs))}
            close={strings.close}
          />
          <Memos name={backup.name} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Distance from the end of the list, in pixels, at which the next page is loaded. */
const nearEnd = 600;

function Memos({ name }: { readonly name: string }) {
  useLanguage();
  const [typed, setTyped] = useState("");
  const search = useSettled(typed.trim());
  const list = useBackupMemos(name, search);
  const { isRestoring, restore } = useRestoreMemos(name);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => setSelected(new Set()), [search]);
  const { memos, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const possible = memos.filter(({ now }) => now !== "same").map(({ id }) => id);
  const chosen = possible.filter((id) => selected.has(id));
  const more = (): void => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  };
  const moreNearEnd = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent) => {
    if (scrollHeight - scrollTop - clientHeight < nearEnd) more();
  };
  const select = (id: string, isOn: boolean): void =>
    setSelected(
      (before) => new Set(isOn ? [...before, id] : [...before].filter((it) => it !== id)),
    );
  return (
    <>
      <input
        type="search"
        className="field mt-3 flex-none"
        aria-label={strings.search}
        placeholder={strings.search}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        maxLength={8000}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="-mx-2 mt-3 min-h-0 grow overflow-y-auto px-2" onScroll={moreNearEnd}>
        <ul aria-label={strings.list} aria-busy={list.isFetching}>
          {memos.map((memo) => (
            <BackupMemoRow
              key={memo.id}
              memo={memo}
              isSelected={selected.has(memo.id)}
              select={select}
            />
          ))}
        </ul>
        {hasNextPage && (
          <button
            type="button"
            className="button my-3"
            aria-disabled={isFetchingNextPage}
            onClick={more}
          >
            {strings.more}
          </button>
        )}
        <State list={list} isSearch={search !== ""} />
      </div>
      <div className="mt-3 flex flex-none flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-border pt-3">
        <p className="min-w-0 grow basis-60 text-small text-pretty text-text-3">{strings.help}</p>
        <label className="flex min-h-8 items-center gap-2 text-small">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            disabled={possible.length === 0}
            checked={possible.length > 0 && chosen.length === possible.length}
            onChange={(event) => setSelected(new Set(event.target.checked ? possible : []))}
          />
          {strings.selectAll}
        </label>
        <button
          type="button"
          className="button button-primary"
          disabled={chosen.length === 0 || isRestoring}
          onClick={() => void restore(chosen).then(() => setSelected(new Set()))}
        >
          {isRestoring ? strings.restoring : strings.restore(chosen.length)}
        </button>
      </div>
    </>
  );
}

/** Says that the backup is being opened, can't be read, or has no such memos. */
function State(props: {
  readonly list: ReturnType<typeof useBackupMemos>;
  readonly isSearch: boolean;
}) {
  useLanguage();
  const { isPending, error, failure, memos, refetch } = props.list;
  if (isPending) {
    return (
      <p role="status" className="mt-6 text-center text-text-2">
        {strings.opening}
      </p>
    );
  }
  if (error !== null || failure !== null) {
    return (
      <div role="alert" className="mt-6 text-center">
        <p>{failure === null ? describeError(error) : strings.failed[failure]}</p>
        <button type="button" className="button mt-3" onClick={() => void refetch()}>
          {strings.retry}
        </button>
      </div>
    );
  }
  if (memos.length > 0) return null;
  return (
    <p role="status" className="mt-6 text-center text-text-2">
      {props.isSearch ? strings.noMatches : strings.empty}
    </p>
  );
}
