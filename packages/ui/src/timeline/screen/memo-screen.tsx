import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { lazyPart } from "../../lazy/lazy-part.ts";
import { OpenedOnce } from "../../lazy/opened-once.tsx";
import { panelQuery, useMediaQuery } from "../../state/use-media-query.ts";
import { setUi, useUi } from "../../state/ui-state.ts";
import { useGoTo, useGoToMemo, useViewAddress, type ViewName } from "../../state/view-address.ts";
import { useListLayout } from "../../state/list-layout.ts";
import { useColumns } from "../../state/use-columns.ts";
import { useHeld } from "../../state/use-held.ts";
import { Composer } from "../../editor/composer/composer.tsx";
import { focusComposer } from "../../focus/focus-composer.ts";
import { feedKeyHandler } from "../../keyboard/feed-keys.ts";
import { useSearchResults } from "../../search/use-search-results.ts";
import { DayHeading } from "../list/day-heading.tsx";
import { useMemoActions } from "../../memo/memo-actions.ts";
import { MemoCard } from "../card/memo-card.tsx";
import { MemoList } from "../list/memo-list.tsx";
import type { OpenMenu } from "../card/memo-menu.tsx";
import { PinnedLine } from "../list/pinned-line.tsx";
import { type GridRow, inColumns } from "../list/in-columns.ts";
import type { MemoRow, TimelineRow } from "../list/rows.ts";
import { useHistoryEntry } from "../list/scroll-memory.ts";
import { useHidesAgain } from "../../tags/blur.ts";
import { headingTop, ScreenHeader, titleOf } from "./screen-header.tsx";
import { useLanguage } from "../../language/language.ts";
import { timelineStrings } from "../strings.ts";
import { useIsFirstRun } from "./use-is-first-run.ts";
import { useFocusNeighbour } from "../list/use-focus-neighbour.ts";
import { useTimelineRows } from "../list/use-timeline-rows.ts";

const SidePanel = lazyPart(async () => (await import("../../side/side-panel.tsx")).SidePanel);
const FirstRunCard = lazyPart(async () => (await import("./first-run-card.tsx")).FirstRunCard);
const EmptyState = lazyPart(async () => (await import("./empty-state.tsx")).EmptyState);
const ListFailure = lazyPart(async () => (await import("./empty-state.tsx")).ListFailure);
const TagChip = lazyPart(async () => (await import("./tag-chip.tsx")).TagChip);
const MemoMenu = lazyPart(async () => (await import("../card/memo-menu.tsx")).MemoMenu);

/** Of a memo that is one line, in pixels (memo-card.css). */
const lineHeight = 36;

/** Timeline, Tasks, Archive and Trash: one list with what stands above it. */
export function MemoScreen({ view }: { readonly view: ViewName }) {
  const language = useLanguage();
  const { q = "", tag } = useViewAddress();
  const goTo = useGoTo();
  const goToMemo = useGoToMemo();
  const scroller = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const actions = useMemoActions();
  const timeline = useTimelineRows({ view, search: q, tag: tag ?? null });
  const { rows, memoIds, pinned, nowMs } = timeline;
  const activeId = useUi((state) => state.activeId);
  const editingId = useUi((state) => state.editingId);
  const leavingIds = useUi((state) => state.leavingIds);
  const historyEntry = useHistoryEntry();
  const tabStop = activeId !== null && memoIds.includes(activeId) ? activeId : memoIds[0];
  const results = useSearchResults(q, timeline);
  const isFirstRun = useIsFirstRun();
  const hasPanel = useMediaQuery(panelQuery);
  const density = useListLayout((state) => state.density);
  // No editor is taken out of its row under whoever writes.
  const columns = useHeld(useColumns(), editingId !== null);
  const layout = useHeld(`${density} ${columns}`, editingId !== null);
  const laid = useMemo(() => inColumns(rows, columns), [rows, columns]);
  const headings = useMemo(
    () => laid.flatMap((row, index) => (row.kind === "day" ? [index] : [])),
    [laid],
  );

  useEffect(() => {
    document.title = timelineStrings.pageTitle(titleOf(view, tag));
  }, [view, tag, language]);
  useHidesAgain(`${view} ${tag} ${q}`);
  useEffect(() => setUi({ editingId: null }), [view]);
  useFocusNeighbour(memoIds);
  useEffect(() => {
    if (isFirstRun && document.activeElement === document.body) focusComposer();
  }, [isFirstRun]);

  const showTag = useCallback(
    (name: string) => goTo({ view: "timeline", tag: `${name}/*` }),
    [goTo],
  );
  const openMenu = useCallback<(memo: OpenMenu["memo"], anchor: HTMLElement) => void>(
    (memo, anchor) => setMenu({ memo, anchor }),
    [],
  );
  const closeMenu = useCallback(() => setMenu(null), []);

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
      isLeaving={view === "tasks" && leavingIds.has(row.memo.id)}
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
      className="flex h-full min-w-0 grow justify-center overflow-y-auto [scroll-padding-block:104px_32px]"
    >
      <main
        tabIndex={-1}
        data-columns={columns}
        className="memo-screen h-max min-h-full w-full max-w-[712px] min-w-0 outline-none"
      >
        <ScreenHeader view={view} search={q} tag={tag} results={results} />
        <div className="px-4 pb-16">
          {view === "timeline" && <Composer />}
          {view === "timeline" && isFirstRun && (
            <Suspense>
              <FirstRunCard />
            </Suspense>
          )}
          {(view === "archive" || view === "trash") && (
            <p className="mt-3 rounded-card bg-sunken px-4 py-2.5 text-small text-text-2">
              {timelineStrings.banner[view]}
            </p>
          )}
          {tag !== undefined && (
            <Suspense fallback={<div className="h-[38px]" />}>
              <TagChip
                choice={tag}
                clear={() => goTo({ view, ...(q === "" ? {} : { q }) })}
                choose={(choice) => goTo({ view, tag: choice, ...(q === "" ? {} : { q }) })}
              />
            </Suspense>
          )}
          {pinned.length > 0 && <PinnedLine memos={pinned} />}
          {timeline.error !== null && results.problem === null && (
            <Suspense>
              <ListFailure retry={timeline.retry} />
            </Suspense>
          )}
          {timeline.isEmpty ? (
            <Suspense>
              <EmptyState
                view={view}
                search={q}
                tag={tag}
                isFirstRun={isFirstRun}
                clear={() => goTo({ view })}
              />
            </Suspense>
          ) : (
            <div
              className="max-rail:-mx-4"
              onKeyDown={feedKeyHandler({ view, memoIds, rows, actions, goTo, openMemo: goToMemo })}
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
                rowHeight={layout.startsWith("line") ? lineHeight : undefined}
                renderRow={renderRow}
                onEnd={timeline.loadMore}
              />
            </div>
          )}
        </div>
        <OpenedOnce isOpen={menu !== null}>
          <MemoMenu menu={menu} actions={actions} close={closeMenu} />
        </OpenedOnce>
      </main>
      {hasPanel && (
        <Suspense fallback={<aside className="side-panel" />}>
          <SidePanel nowMs={nowMs} />
        </Suspense>
      )}
    </div>
  );
}
