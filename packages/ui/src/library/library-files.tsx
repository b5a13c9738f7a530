import { Tabs } from "@base-ui/react/tabs";
import type { LibraryFile, LibrarySizes } from "@tidemark/core/router";
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { fileSize } from "../attachments/file-size.ts";
import { useClient } from "../data/client.tsx";
import { EmptyMessage } from "../feedback/empty-message.tsx";
import { openRandom } from "../keyboard/open-random.ts";
import { useKeysFromNowhere } from "../keyboard/use-keys-from-nowhere.ts";
import { useLanguage } from "../language/language.ts";
import { lazyPart } from "../lazy/lazy-part.ts";
import { OpenedOnce } from "../lazy/opened-once.tsx";
import { type LibraryAddress, useGoToLibrary } from "../state/library-address.ts";
import { useGoTo, useGoToMemo } from "../state/view-address.ts";
import { useDay } from "../time/use-day.ts";
import { MemoList } from "../timeline/list/memo-list.tsx";
import { useHistoryEntry } from "../timeline/list/scroll-memory.ts";
import { ViewBar } from "../timeline/screen/view-bar.tsx";
import { FileRow } from "./file-row.tsx";
import { FileTile } from "./file-tile.tsx";
import type { useLateRemoval } from "./late-removal.ts";
import { libraryKeyHandler } from "./library-keys.ts";
import { columnsIn, isShownLarge, type LibraryRow, rowsOf } from "./library-rows.ts";
import { libraryStrings } from "./strings.ts";
import { UnusedBar } from "./unused-bar.tsx";
import { useLibraryFiles } from "./use-library.ts";
import { useWidth } from "./use-width.ts";

const Lightbox = lazyPart(async () => (await import("../attachments/lightbox.tsx")).Lightbox);

const none: readonly number[] = [];
/** Header and tabs. */
const stickyTop = 96;

interface LibraryFilesProps {
  readonly address: LibraryAddress;
  readonly sizes: LibrarySizes | undefined;
  readonly removal: ReturnType<typeof useLateRemoval>;
  readonly header: ReactNode;
}

/** The files of one part: media as squares, all else as lines. */
export function LibraryFiles({ address, sizes, removal, header }: LibraryFilesProps) {
  useLanguage();
  const { kind } = address;
  const client = useClient();
  const goTo = useGoTo();
  const goToMemo = useGoToMemo();
  const goToLibrary = useGoToLibrary();
  const nowMs = useDay();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const width = useWidth(list);
  const historyEntry = useHistoryEntry();
  const library = useLibraryFiles(address);
  const { hasNextPage, isFetching, fetchNextPage, isError } = library;
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [shownId, setShownId] = useState<string | null>(null);
  const openAny = (): void => void openRandom(client, goToMemo);
  useKeysFromNowhere({ goTo, openRandom: openAny });

  // Before the list goes to where it was left, if it was.
  useLayoutEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  }, [kind]);

  const leavingIds = useMemo(
    () => new Set(removal.leaving.flatMap(({ ids }) => ids)),
    [removal.leaving],
  );
  const isUnused = kind === "unused";
  const files = useMemo(
    () => library.files.filter(({ id }) => !leavingIds.has(id)),
    [library.files, leavingIds],
  );
  const large = useMemo(() => files.filter(isShownLarge), [files]);
  const isGrid = kind === "media";
  const columns = isGrid ? columnsIn(width) : 1;
  const rows = useMemo(() => rowsOf(files, columns), [files, columns]);
  const selected = useMemo(() => {
    const chosen = files.filter(({ id }) => selectedIds.has(id));
    const bytes = chosen.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    return { ids: chosen.map(({ id }) => id), bytes };
  }, [files, selectedIds]);

  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const show = useCallback(({ id }: LibraryFile) => setShownId(id), []);
  const select = useCallback(({ id }: LibraryFile, isSelected: boolean) => {
    setSelectedIds((ids) => {
      const next = new Set(ids);
      if (isSelected) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const shownAt = large.findIndex(({ id }) => id === shownId);
  const showAt = (at: number | null): void => {
    setShownId(at === null ? null : (large[at]?.id ?? null));
    if (at !== null && at >= large.length - 4) loadMore();
  };

  const renderRow = (row: LibraryRow) =>
    isGrid ? (
      <div
        key={row.key}
        className="library-grid"
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {row.files.map((file, index) => (
          <FileTile key={file.id} file={file} nowMs={nowMs} at={row.at + index} show={show} />
        ))}
      </div>
    ) : (
      <div key={row.key}>
        {row.files.map((file) => (
          <FileRow
            key={file.id}
            file={file}
            nowMs={nowMs}
            at={row.at}
            isSelected={isUnused ? selectedIds.has(file.id) : null}
            select={select}
            show={show}
          />
        ))}
      </div>
    );

  const isEmpty = files.length === 0 && library.isSuccess && !hasNextPage;
  return (
    <div
      ref={scroller}
      data-scroller
      className="flex h-full min-w-0 grow justify-center overflow-y-auto [scroll-padding-block:112px_32px]"
    >
      <main
        tabIndex={-1}
        className="h-max min-h-full w-full max-w-[712px] min-w-0 outline-none"
        onKeyDown={libraryKeyHandler({
          goTo,
          columns,
          openRandom: openAny,
        })}
      >
        {header}
        <Tabs.Panel value={kind} tabIndex={-1} className="library-panel px-4 pb-16 outline-none">
          <ViewBar words={wordsOf(kind, sizes, leavingIds.size, removal.leaving)}>
            {files.length > 1 && (
              <Orders
                order={address.order}
                choose={(order) => goToLibrary({ ...address, order }, { replace: true })}
              />
            )}
            {isUnused && files.length > 0 && (
              <UnusedBar
                selected={selected}
                leavingIds={leavingIds}
                remove={(leaving) => {
                  setSelectedIds(new Set());
                  removal.remove(leaving);
                  document.querySelector("main")?.focus();
                }}
              />
            )}
          </ViewBar>
          {library.isError && (
            <div role="alert">
              <EmptyMessage
                title={libraryStrings.failed}
                action={libraryStrings.retry}
                act={() => void library.refetch()}
              />
            </div>
          )}
          {isEmpty && <Empty kind={kind} name={address.name} sizes={sizes} />}
          <div ref={list}>
            {width > 0 && rows.length > 0 && (
              <MemoList
                key={kind}
                rows={rows}
                label={libraryStrings.kinds[kind]}
                role="group"
                isBusy={isFetching}
                headings={none}
                keepMounted={none}
                scrollRef={scroller}
                historyEntry={historyEntry}
                stickyTop={stickyTop}
                layout={`${kind}-${columns}-${address.order}`}
                renderRow={renderRow}
                onEnd={loadMore}
              />
            )}
          </div>
        </Tabs.Panel>
      </main>
      <OpenedOnce isOpen={shownAt !== -1}>
        <Lightbox images={large} at={shownAt === -1 ? null : shownAt} show={showAt} />
      </OpenedOnce>
    </div>
  );
}

function wordsOf(
  kind: LibraryAddress["kind"],
  sizes: LibrarySizes | undefined,
  leavingCount: number,
  leaving: readonly { readonly bytes: number }[],
): string {
  if (sizes === undefined) return "";
  const { count, bytes } = sizes[kind];
  if (kind === "unused") {
    const left = count - leavingCount;
    const size = fileSize(leaving.reduce((sum, each) => sum - each.bytes, bytes));
    if (left <= 0) return "";
    return sizes.unused.isMore
      ? libraryStrings.moreThan(left, size)
      : libraryStrings.sum(left, size);
  }
  if (count === 0) return "";
  const sum = libraryStrings.sum(count, fileSize(bytes));
  return sizes.hereBytes === null ? sum : libraryStrings.here(sum, fileSize(sizes.hereBytes));
}

function Orders(props: { readonly order: "time" | "size"; choose(order: "time" | "size"): void }) {
  useLanguage();
  return (
    <div role="group" aria-label={libraryStrings.order} className="segments">
      <button
        type="button"
        aria-pressed={props.order === "time"}
        onClick={() => props.choose("time")}
      >
        {libraryStrings.newest}
      </button>
      <button
        type="button"
        aria-pressed={props.order === "size"}
        onClick={() => props.choose("size")}
      >
        {libraryStrings.largest}
      </button>
    </div>
  );
}

function Empty(props: {
  readonly kind: LibraryAddress["kind"];
  readonly name: string;
  readonly sizes: LibrarySizes | undefined;
}) {
  useLanguage();
  const { kind, name, sizes } = props;
  if (name !== "") return <EmptyMessage title={libraryStrings.noMatch} />;
  if (kind === "unused") {
    return (
      <EmptyMessage title={libraryStrings.emptyKinds.unused} body={libraryStrings.unusedBody} />
    );
  }
  const hasAny =
    sizes !== undefined && sizes.media.count + sizes.audio.count + sizes.documents.count > 0;
  return (
    <EmptyMessage
      title={hasAny ? libraryStrings.emptyKinds[kind] : libraryStrings.empty}
      body={libraryStrings.emptyBody}
    />
  );
}
