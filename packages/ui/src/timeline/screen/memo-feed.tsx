import { type RefObject, useCallback, useMemo } from "react";
import { feedKeyHandler } from "../../keyboard/feed-keys.ts";
import type { AnyList } from "../../keyboard/list-keys.ts";
import { useLanguage } from "../../language/language.ts";
import type { MemoActions } from "../../memo/memo-actions.ts";
import { viewOfTags } from "../../state/shown-to-all.ts";
import { useUi } from "../../state/ui-state.ts";
import { useGoToMemo, withAllUnder } from "../../state/view-address.ts";
import { MemoCard, type MemoCardProps } from "../card/memo-card.tsx";
import type { OpenMenu } from "../card/memo-menu.tsx";
import { DayHeading } from "../list/day-heading.tsx";
import { type GridRow, inColumns } from "../list/in-columns.ts";
import { MemoList } from "../list/memo-list.tsx";
import type { MemoRow, TimelineRow } from "../list/rows.ts";
import { useHistoryEntry } from "../list/scroll-memory.ts";
import { selectClicks } from "../list/select-clicks.ts";
import { timelineStrings } from "../strings.ts";
import { headingTop } from "./screen-header.tsx";
import type { MemoScreenModel } from "./use-memo-screen.ts";

/** Height of a one-line card, in pixels (memo-card.css). */
const lineHeight = 36;

/** Height of a search result with two lines of text, in pixels (search.css). */
const hitHeight = 80;

interface MemoFeedProps {
  readonly screen: MemoScreenModel;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly keys: AnyList;
  readonly actions: MemoActions;
  readonly Author: MemoCardProps["Author"];
  openMenu(memo: OpenMenu["memo"], anchor: HTMLElement, part?: OpenMenu["part"]): void;
}

/** Memos of a screen, with keyboard and click handlers. */
export function MemoFeed(props: MemoFeedProps) {
  useLanguage();
  const { screen, actions, openMenu } = props;
  const { timeline, isSearch, columns, layout } = screen;
  const { rows, memoIds } = timeline;
  const goToMemo = useGoToMemo();
  const historyEntry = useHistoryEntry();
  const laid = useMemo(() => inColumns(rows, columns), [rows, columns]);
  const headings = useMemo(
    () => laid.flatMap((row, index) => (row.kind === "day" ? [index] : [])),
    [laid],
  );
  const activeId = useUi((state) => state.activeId);
  const tabStop = activeId !== null && memoIds.includes(activeId) ? activeId : memoIds[0];
  const keepMounted = useKeptRows(laid, tabStop);
  const renderRow = useRenderRow(props, tabStop);
  /** Opens the page of a memo; for a comment, the page of its parent. */
  const openMemo = (id: string): void => {
    const row = rows.find(({ key }) => key === id);
    goToMemo((row?.kind === "memo" ? row.memo.parent : null) ?? id);
  };
  const foundHeight = isSearch ? hitHeight : undefined;
  return (
    <div
      className={isSearch && !layout.startsWith("line") ? "search-hits" : "max-rail:-mx-4"}
      data-selecting={screen.isSelecting || undefined}
      {...selectClicks(memoIds)}
      onKeyDown={feedKeyHandler({ ...props.keys, memoIds, rows, actions, openMemo, openMenu })}
    >
      <MemoList
        rows={laid}
        label={timelineStrings.feed}
        isBusy={timeline.isFetching}
        hasMore={timeline.hasMore}
        headings={headings}
        keepMounted={keepMounted}
        scrollRef={props.scroller}
        historyEntry={historyEntry}
        stickyTop={headingTop}
        layout={layout}
        rowHeight={layout.startsWith("line") ? lineHeight : foundHeight}
        renderRow={renderRow}
        onEnd={timeline.loadMore}
      />
    </div>
  );
}

/** Returns the indexes of rows whose memo the Tab key reaches or that is edited. */
function useKeptRows(
  laid: readonly (TimelineRow | GridRow)[],
  tabStop: string | undefined,
): number[] {
  const editingId = useUi((state) => state.editingId);
  const isKept = (key: string): boolean => key === tabStop || key === editingId;
  return laid.flatMap((row, index) =>
    (row.kind === "grid" ? row.holds.some(isKept) : isKept(row.key)) ? [index] : [],
  );
}

function useRenderRow(
  { screen, actions, Author, openMenu }: MemoFeedProps,
  tabStop: string | undefined,
) {
  const { view, home, goTo, timeline, density, isSearch } = screen;
  const { memoIds, parents } = timeline;
  const editingId = useUi((state) => state.editingId);
  // In one person's memos, a tag filters that person's list.
  const showTag = useCallback(
    (name: string, memo: OpenMenu["memo"]) =>
      goTo({
        ...(view === "explore" ? home : { view: viewOfTags(memo) }),
        tag: withAllUnder(name),
      }),
    [goTo, view, home],
  );
  const renderMemo = (row: MemoRow) => (
    <MemoCard
      key={row.key}
      memo={row.memo}
      position={row.position}
      setSize={timeline.hasMore ? -1 : memoIds.length}
      isFirst={row.isFirst}
      isLast={row.isLast}
      terms={timeline.terms}
      nowMs={timeline.nowMs}
      isActive={row.memo.id === tabStop}
      isEditing={row.memo.id === editingId}
      isLine={density === "line"}
      isHit={isSearch && density !== "line"}
      isFound={isSearch}
      Author={Author}
      above={row.memo.parent === null ? undefined : parents.get(row.memo.parent)}
      actions={actions}
      onTag={showTag}
      openMenu={openMenu}
    />
  );
  return (row: TimelineRow | GridRow) => {
    if (row.kind === "day") return <DayHeading key={row.key} day={row.day} count={row.count} />;
    if (row.kind === "memo") return renderMemo(row);
    return (
      <div key={row.key} className="memo-grid">
        {row.memos.map(renderMemo)}
      </div>
    );
  };
}
