import { useCallback, useEffect, useRef, useState } from "react";
import { setUi, useUi } from "../../state/ui-state.ts";
import { useGoTo, useViewAddress, type ViewName } from "../../state/view-address.ts";
import { Composer } from "../../editor/composer/composer.tsx";
import { FirstRunCard } from "./first-run-card.tsx";
import { feedKeyHandler } from "../../keyboard/feed-keys.ts";
import { useSearchResults } from "../../search/use-search-results.ts";
import { DayHeading } from "../list/day-heading.tsx";
import { EmptyState, ListFailure } from "./empty-state.tsx";
import { useMemoActions } from "../../memo/memo-actions.ts";
import { MemoCard } from "../card/memo-card.tsx";
import { MemoList } from "../list/memo-list.tsx";
import { MemoMenu, type OpenMenu } from "../card/memo-menu.tsx";
import { PinnedHeading } from "../list/pinned-heading.tsx";
import type { TimelineRow } from "../list/rows.ts";
import { useHistoryEntry } from "../list/scroll-memory.ts";
import { ScreenHeader, screenHeaderHeight } from "./screen-header.tsx";
import { timelineStrings } from "../strings.ts";
import { TagChip } from "./tag-chip.tsx";
import { useFocusNeighbour } from "../list/use-focus-neighbour.ts";
import { useTimelineRows } from "../list/use-timeline-rows.ts";

/** Timeline, Tasks, Archive and Trash: one list with what stands above it. */
export function MemoScreen({ view }: { readonly view: ViewName }) {
  const { q = "", tag } = useViewAddress();
  const goTo = useGoTo();
  const scroller = useRef<HTMLElement>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const actions = useMemoActions();
  const timeline = useTimelineRows({ view, search: q, tag: tag ?? null });
  const { rows, headings, memoIds, pinnedCount, nowMs } = timeline;
  const activeId = useUi((state) => state.activeId);
  const editingId = useUi((state) => state.editingId);
  const leavingIds = useUi((state) => state.leavingIds);
  const historyEntry = useHistoryEntry();
  const tabStop = activeId !== null && memoIds.includes(activeId) ? activeId : memoIds[0];
  const results = useSearchResults(q, timeline);

  useEffect(() => {
    document.title = timelineStrings.pageTitle(timelineStrings.views[view].title);
    setUi({ editingId: null });
  }, [view]);
  useFocusNeighbour(memoIds);

  const showTag = useCallback((name: string) => goTo({ view: "timeline", tag: name }), [goTo]);
  const openMenu = useCallback<(memo: OpenMenu["memo"], anchor: HTMLElement) => void>(
    (memo, anchor) => setMenu({ memo, anchor }),
    [],
  );
  const closeMenu = useCallback(() => setMenu(null), []);

  const renderRow = (row: TimelineRow) =>
    row.kind === "day" ? (
      <DayHeading key={row.key} label={row.label} />
    ) : (
      <div key={row.key} className="pb-3">
        <MemoCard
          memo={row.memo}
          position={row.position}
          setSize={timeline.hasMore ? -1 : memoIds.length}
          terms={timeline.terms}
          nowMs={nowMs}
          isActive={row.memo.id === tabStop}
          isEditing={row.memo.id === editingId}
          isLeaving={view === "tasks" && leavingIds.has(row.memo.id)}
          actions={actions}
          onTag={showTag}
          openMenu={openMenu}
        />
      </div>
    );

  const keptRows = rows.flatMap((row, index) =>
    row.key === activeId || row.key === editingId ? [index] : [],
  );

  return (
    <main
      ref={scroller}
      tabIndex={-1}
      className="h-full min-w-0 grow overflow-y-auto outline-none [scroll-padding-block:96px_24px]"
    >
      <ScreenHeader view={view} search={q} tag={tag} results={results} />
      <div className="mx-auto w-full max-w-[712px] px-4 pb-16">
        {view === "timeline" && <Composer />}
        {view === "timeline" && <FirstRunCard />}
        {(view === "archive" || view === "trash") && (
          <p className="mt-3 rounded-card bg-sunken px-4 py-2.5 text-small text-text-2">
            {timelineStrings.banner[view]}
          </p>
        )}
        {tag !== undefined && (
          <TagChip tag={tag} clear={() => goTo({ view, ...(q === "" ? {} : { q }) })} />
        )}
        {pinnedCount > 0 && <PinnedHeading count={pinnedCount} />}
        {timeline.error !== null && results.problem === null && (
          <ListFailure retry={timeline.retry} />
        )}
        {timeline.isEmpty ? (
          <EmptyState view={view} search={q} tag={tag} clear={() => goTo({ view })} />
        ) : (
          <div onKeyDown={feedKeyHandler({ view, memoIds, rows, actions, goTo })}>
            <MemoList
              rows={rows}
              label={timelineStrings.feed}
              isBusy={timeline.isFetching}
              headings={headings}
              keepMounted={keptRows}
              scrollRef={scroller}
              historyEntry={historyEntry}
              stickyTop={screenHeaderHeight}
              renderRow={renderRow}
              onEnd={timeline.loadMore}
            />
          </div>
        )}
      </div>
      <MemoMenu menu={menu} actions={actions} close={closeMenu} />
    </main>
  );
}
