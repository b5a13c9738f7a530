import { Tabs } from "@base-ui/react/tabs";
import type { LibrarySizes } from "@tidemark/core/router";
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { fileSize } from "../attachments/file-size.ts";
import { EmptyMessage } from "../feedback/empty-message.tsx";
import { useListKeys } from "../keyboard/use-list-keys.ts";
import { useLanguage } from "../language/language.ts";
import { lazyComponent } from "../lazy/lazy-component.ts";
import { OpenedOnce } from "../lazy/opened-once.tsx";
import { useLacks } from "../shell/use-lacks.ts";
import { type LibraryAddress, useGoToLibrary } from "../state/library-address.ts";
import { touchQuery, useMediaQuery } from "../state/use-media-query.ts";
import { useDay } from "../time/use-day.ts";
import { MemoList } from "../timeline/list/memo-list.tsx";
import { useHistoryEntry } from "../timeline/list/scroll-memory.ts";
import { ViewBar } from "../timeline/screen/view-bar.tsx";
import { FileRow } from "./file-row.tsx";
import { FileTile } from "./file-tile.tsx";
import type { useLateRemoval } from "./late-removal.ts";
import { libraryKeyHandler } from "./library-keys.ts";
import type { LibraryRow } from "./library-rows.ts";
import { libraryStrings } from "./strings.ts";
import { UnusedBar } from "./unused-bar.tsx";
import { type LibraryList, useLibraryList } from "./use-library-list.ts";

const Lightbox = lazyComponent(async () => (await import("../attachments/lightbox.tsx")).Lightbox);

const none: readonly number[] = [];
/** Height of header and tabs, in pixels. */
const stickyTop = 96;

interface LibraryFilesProps {
  readonly address: LibraryAddress;
  readonly sizes: LibrarySizes | undefined;
  readonly removal: ReturnType<typeof useLateRemoval>;
  readonly header: ReactNode;
}

/** Files of one kind: media as squares, all others as lines. */
export function LibraryFiles({ address, sizes, removal, header }: LibraryFilesProps) {
  useLanguage();
  const { kind, name } = address;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const files = useLibraryList({ address, removal, list });
  const keys = useListKeys();

  // Runs before the list restores its scroll position.
  useLayoutEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  }, [kind]);

  return (
    <div
      ref={scroller}
      data-scroller
      className="flex h-full min-w-0 grow justify-center overflow-y-auto [scroll-padding-block:112px_32px]"
    >
      <main
        tabIndex={-1}
        className="h-max min-h-full w-full max-w-[712px] min-w-0 outline-none"
        onKeyDown={libraryKeyHandler({ ...keys, columns: files.columns })}
      >
        {header}
        <Tabs.Panel value={kind} tabIndex={-1} className="library-panel px-4 pb-16 outline-none">
          <FilesBar files={files} sizes={sizes} removal={removal} />
          {files.hasFailed && (
            <div role="alert">
              <EmptyMessage
                title={libraryStrings.failed}
                action={libraryStrings.retry}
                act={files.retry}
              />
            </div>
          )}
          {files.isEmpty && <Empty kind={kind} name={name} sizes={sizes} />}
          <div ref={list}>{files.isDrawn && <FileRows files={files} scroller={scroller} />}</div>
        </Tabs.Panel>
      </main>
      <OpenedOnce isOpen={files.shownAt !== null}>
        <Lightbox images={files.large} at={files.shownAt} show={files.showAt} />
      </OpenedOnce>
    </div>
  );
}

interface FilesBarProps extends Pick<LibraryFilesProps, "sizes" | "removal"> {
  readonly files: LibraryList;
}

/** Number and size of the files, their order, and actions on unused files. */
function FilesBar({ files: list, sizes, removal }: FilesBarProps) {
  const { address, kind, files, selected, leavingIds } = list;
  const goToLibrary = useGoToLibrary();
  // On a shared computer no file is stored, so there is nothing to say about it.
  const known = useLacks("copy") && sizes !== undefined ? { ...sizes, hereBytes: null } : sizes;
  return (
    <ViewBar words={wordsOf(kind, known, leavingIds.size, removal.leaving)}>
      {files.length > 1 && (
        <Orders
          order={address.order}
          choose={(order) => goToLibrary({ ...address, order }, { replace: true })}
        />
      )}
      {kind === "unused" && files.length > 0 && (
        <UnusedBar
          selected={selected}
          leavingIds={leavingIds}
          remove={(leaving) => {
            list.selectNone();
            removal.remove(leaving);
            document.querySelector("main")?.focus();
          }}
        />
      )}
    </ViewBar>
  );
}

function FileRows(props: {
  readonly files: LibraryList;
  readonly scroller: RefObject<HTMLElement | null>;
}) {
  useLanguage();
  const { kind, address, columns, rows, selectedIds, select, show, ...list } = props.files;
  const nowMs = useDay();
  const historyEntry = useHistoryEntry();
  const renderRow = (row: LibraryRow) =>
    kind === "media" ? (
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
            isSelected={kind === "unused" ? selectedIds.has(file.id) : null}
            select={select}
            show={show}
          />
        ))}
      </div>
    );
  return (
    <MemoList
      key={kind}
      rows={rows}
      label={libraryStrings.kinds[kind]}
      role="group"
      isBusy={list.isFetching}
      hasMore={list.hasMore}
      headings={none}
      keepMounted={none}
      scrollRef={props.scroller}
      historyEntry={historyEntry}
      stickyTop={stickyTop}
      layout={`${kind}-${columns}-${address.order}`}
      renderRow={renderRow}
      onEnd={list.loadMore}
    />
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
  const isTouch = useMediaQuery(touchQuery);
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
      body={isTouch ? libraryStrings.emptyBodyOnTouch : libraryStrings.emptyBody}
    />
  );
}
