import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { lazyPart } from "../../lazy/lazy-part.ts";
import { OpenedOnce } from "../../lazy/opened-once.tsx";
import { useSidePanel } from "../../state/use-side-panel.ts";
import { setUi, useUi } from "../../state/ui-state.ts";
import {
  listedBy,
  scopeOf,
  useGoTo,
  useGoToMemo,
  useViewAddress,
  type ViewName,
  withAllUnder,
} from "../../state/view-address.ts";
import { useListLayout } from "../../state/list-layout.ts";
import { useColumns } from "../../state/use-columns.ts";
import { useHeld } from "../../state/use-held.ts";
import { findAppError, useClient } from "../../data/client.tsx";
import { Composer } from "../../editor/composer/composer.tsx";
import { focusComposer } from "../../focus/focus-composer.ts";
import { useFocusReturn } from "../../focus/use-focus-return.ts";
import { feedKeyHandler } from "../../keyboard/feed-keys.ts";
import { useKeysFromNowhere } from "../../keyboard/use-keys-from-nowhere.ts";
import { useSearchResults } from "../../search/use-search-results.ts";
import { DayHeading } from "../list/day-heading.tsx";
import { viewOfTags } from "../../state/shown-to-all.ts";
import { useMemoActions } from "../../memo/memo-actions.ts";
import { MemoCard, type MemoCardProps } from "../card/memo-card.tsx";
import { MemoList } from "../list/memo-list.tsx";
import type { OpenMenu } from "../card/memo-menu.tsx";
import { PinnedLine } from "../list/pinned-line.tsx";
import { type GridRow, inColumns } from "../list/in-columns.ts";
import type { MemoRow, TimelineRow } from "../list/rows.ts";
import { useHistoryEntry } from "../list/scroll-memory.ts";
import { selectClicks } from "../list/select-clicks.ts";
import { useHidesAgain } from "../../tags/blur.ts";
import { headingTop, ScreenHeader } from "./screen-header.tsx";
import { useLanguage } from "../../language/language.ts";
import { timelineStrings } from "../strings.ts";
import { useScreenTitle } from "./use-screen-title.ts";
import { useIsFirstRun } from "./use-is-first-run.ts";
import { useListSelection } from "../list/use-list-selection.ts";
import { useFocusNeighbour } from "../list/use-focus-neighbour.ts";
import { useTimelineRows } from "../list/use-timeline-rows.ts";

const SidePanel = lazyPart(async () => (await import("../../side/side-panel.tsx")).SidePanel);
const SearchPanel = lazyPart(
  async () => (await import("../../search/search-panel.tsx")).SearchPanel,
);
const SearchStrip = lazyPart(
  async () => (await import("../../search/search-strip.tsx")).SearchStrip,
);
const SaveAsView = lazyPart(async () => (await import("./save-as-view.tsx")).SaveAsView);
const EmptySearch = lazyPart(
  async () => (await import("../../search/found/empty-search.tsx")).EmptySearch,
);
const FirstRunCard = lazyPart(async () => (await import("./first-run-card.tsx")).FirstRunCard);
const EmptyState = lazyPart(async () => (await import("./empty-state.tsx")).EmptyState);
const PutAwayBar = lazyPart(async () => (await import("./put-away-bar.tsx")).PutAwayBar);
const ListFailure = lazyPart(async () => (await import("./empty-state.tsx")).ListFailure);
const TagChip = lazyPart(async () => (await import("./tag-chip.tsx")).TagChip);
const SelectBar = lazyPart(async () => (await import("../../selection/select-bar.tsx")).SelectBar);
const MemoMenu = lazyPart(async () => (await import("../card/memo-menu.tsx")).MemoMenu);

/** Seldom enough to come when it is asked for. */
const loadRandom = async () => (await import("../../keyboard/open-random.ts")).openRandom;

/** Of a memo that is one line, in pixels (memo-card.css). */
const lineHeight = 36;

/** Of what a search finds, where its text has two lines (search.css). */
const hitHeight = 80;

interface MemoScreenProps {
  readonly view: ViewName;
  /** Stands over the list, unless that is searched. */
  readonly bar?: ReactNode;
  /** Instead of what is usually said of a list without memos. */
  readonly empty?: ReactNode;
  /** Names who wrote a memo, where they are of many people. */
  readonly Author?: MemoCardProps["Author"];
}

/** Timeline, Archive and Trash, and what is searched for anywhere: one list with what stands above it. */
export function MemoScreen({ view, bar, empty, Author }: MemoScreenProps) {
  const language = useLanguage();
  const address = useViewAddress();
  const { q = "", tag, saved, author } = address;
  const isSearch = q.trim() !== "";
  const scope = scopeOf(address);
  const viewTag = scope === "view" ? tag : undefined;
  const title = useScreenTitle(address);
  const goTo = useGoTo();
  const goToMemo = useGoToMemo();
  const scroller = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const actions = useMemoActions();
  const client = useClient();
  const timeline = useTimelineRows({ ...listedBy(address), view });
  const { rows, memoIds, pinned, nowMs } = timeline;
  /** The view was removed, here or on another device. */
  const isGone = saved !== undefined && findAppError(timeline.error)?.code === "NOT_FOUND";
  const activeId = useUi((state) => state.activeId);
  const editingId = useUi((state) => state.editingId);
  const historyEntry = useHistoryEntry();
  const tabStop = activeId !== null && memoIds.includes(activeId) ? activeId : memoIds[0];
  const results = useSearchResults(q, timeline);
  const isFirstRun = useIsFirstRun();
  const hasPanel = useSidePanel();
  const density = useListLayout((state) => state.density);
  // No editor is taken out of its row under whoever writes.
  const mostColumns = useColumns();
  const columns = useHeld(isSearch ? 1 : mostColumns, editingId !== null);
  const layout = useHeld(`${density} ${columns} ${isSearch}`, editingId !== null);
  const laid = useMemo(() => inColumns(rows, columns), [rows, columns]);
  const headings = useMemo(
    () => laid.flatMap((row, index) => (row.kind === "day" ? [index] : [])),
    [laid],
  );

  useEffect(() => {
    document.title = timelineStrings.pageTitle(title);
  }, [title, language]);
  useHidesAgain("list", `${view} ${saved} ${author} ${tag} ${q}`);
  useEffect(() => setUi({ editingId: null }), [view]);
  useFocusNeighbour(memoIds);
  useFocusReturn();
  const isSelecting = useListSelection(address, timeline);
  useEffect(() => {
    if (isFirstRun && document.activeElement === document.body) focusComposer();
  }, [isFirstRun]);

  // Of one person's memos a tag is chosen among them.
  const byAuthor = useMemo(() => (author === undefined ? {} : { author }), [author]);
  const showTag = useCallback(
    (name: string, memo: OpenMenu["memo"]) =>
      goTo({
        ...(view === "explore" ? { view, ...byAuthor } : { view: viewOfTags(memo) }),
        tag: withAllUnder(name),
      }),
    [goTo, view, byAuthor],
  );
  const openMenu = useCallback<(memo: OpenMenu["memo"], anchor: HTMLElement) => void>(
    (memo, anchor) => setMenu({ memo, anchor }),
    [],
  );
  /** A comment is read on what it is on. */
  const openMemo = (id: string): void => {
    const row = rows.find(({ key }) => key === id);
    goToMemo((row?.kind === "memo" ? row.memo.parent : null) ?? id);
  };
  const closeMenu = useCallback(() => setMenu(null), []);
  const openAny = (): void => void loadRandom().then((open) => open(client, goToMemo));
  useKeysFromNowhere({ goTo, openRandom: openAny });

  const renderMemo = (row: MemoRow) => (
    <MemoCard
      key={row.key}
      memo={row.memo}
      position={row.position}
      setSize={timeline.hasMore ? -1 : memoIds.length}
      isFirst={row.isFirst}
      isLast={row.isLast}
      terms={timeline.terms}
      nowMs={nowMs}
      isActive={row.memo.id === tabStop}
      isEditing={row.memo.id === editingId}
      isLine={density === "line"}
      isHit={isSearch && density !== "line"}
      Author={Author}
      above={row.memo.parent === null ? undefined : timeline.parents.get(row.memo.parent)}
      actions={actions}
      onTag={showTag}
      openMenu={openMenu}
    />
  );
  const renderRow = (row: TimelineRow | GridRow) => {
    if (row.kind === "day") return <DayHeading key={row.key} day={row.day} count={row.count} />;
    if (row.kind === "memo") return renderMemo(row);
    return (
      <div key={row.key} className="memo-grid">
        {row.memos.map(renderMemo)}
      </div>
    );
  };

  const isKept = (key: string): boolean => key === activeId || key === editingId;
  const keptRows = laid.flatMap((row, index) =>
    (row.kind === "grid" ? row.holds.some(isKept) : isKept(row.key)) ? [index] : [],
  );

  return (
    <div
      ref={scroller}
      data-scroller
      data-density={density}
      data-of-many={Author !== undefined || undefined}
      className="flex h-full min-w-0 grow justify-center overflow-y-auto [scroll-padding-block:104px_32px]"
    >
      <main
        tabIndex={-1}
        data-columns={columns}
        className="memo-screen h-max min-h-full w-full max-w-[712px] min-w-0 outline-none"
      >
        <ScreenHeader title={title} address={address} results={results} />
        <div className="px-4 pb-16">
          {isSearch && (
            <Suspense fallback={<div className="search-strip" />}>
              <SearchStrip address={address} scope={scope} list={timeline} results={results}>
                <SaveAsView address={address} scope={scope} />
              </SearchStrip>
            </Suspense>
          )}
          {/* What is written or recorded in it goes on. */}
          {view === "timeline" && (
            <div hidden={isSearch || saved !== undefined}>
              <Composer />
            </div>
          )}
          {view === "timeline" && isFirstRun && !isSearch && saved === undefined && (
            <Suspense>
              <FirstRunCard />
            </Suspense>
          )}
          {(view === "archive" || view === "trash") && !isSearch && (
            <Suspense fallback={<div className="view-bar" />}>
              <PutAwayBar view={view} />
            </Suspense>
          )}
          {!isSearch && bar}
          {viewTag !== undefined && (
            <Suspense fallback={<div className="h-[38px]" />}>
              <TagChip
                choice={viewTag}
                clear={() => goTo({ view, ...byAuthor, ...(q === "" ? {} : { q }) })}
                choose={(choice) =>
                  goTo({ view, ...byAuthor, tag: choice, ...(q === "" ? {} : { q }) })
                }
              />
            </Suspense>
          )}
          {pinned.length > 0 && <PinnedLine memos={pinned} />}
          {timeline.error !== null && results.problem === null && !isGone && (
            <Suspense>
              <ListFailure retry={timeline.retry} />
            </Suspense>
          )}
          {timeline.isEmpty && isSearch ? (
            <Suspense>
              <EmptySearch address={address} scope={scope} />
            </Suspense>
          ) : timeline.isEmpty && empty !== undefined ? (
            empty
          ) : timeline.isEmpty || isGone ? (
            <Suspense>
              <EmptyState
                view={view}
                tag={tag}
                saved={saved}
                isFirstRun={isFirstRun}
                clear={() => goTo({ view, ...byAuthor })}
              />
            </Suspense>
          ) : (
            <div
              className={isSearch ? "search-hits" : "max-rail:-mx-4"}
              data-selecting={isSelecting || undefined}
              {...selectClicks(memoIds)}
              onKeyDown={feedKeyHandler({
                memoIds,
                rows,
                actions,
                goTo,
                openMemo,
                openMenu: (memo, anchor, part) => setMenu({ memo, anchor, part }),
                openRandom: openAny,
              })}
            >
              <MemoList
                rows={laid}
                label={timelineStrings.feed}
                isBusy={timeline.isFetching}
                headings={headings}
                keepMounted={keptRows}
                scrollRef={scroller}
                historyEntry={historyEntry}
                stickyTop={headingTop}
                layout={layout}
                rowHeight={
                  layout.startsWith("line") ? lineHeight : isSearch ? hitHeight : undefined
                }
                renderRow={renderRow}
                onEnd={timeline.loadMore}
              />
            </div>
          )}
        </div>
        {isSelecting && (
          <Suspense>
            <SelectBar rows={rows} />
          </Suspense>
        )}
        <OpenedOnce isOpen={menu !== null}>
          <MemoMenu menu={menu} actions={actions} close={closeMenu} />
        </OpenedOnce>
      </main>
      {hasPanel && (
        <Suspense fallback={<aside className="side-panel" />}>
          {isSearch ? <SearchPanel /> : <SidePanel nowMs={nowMs} />}
        </Suspense>
      )}
    </div>
  );
}
