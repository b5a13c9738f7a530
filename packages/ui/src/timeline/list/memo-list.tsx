import {
  createContext,
  useCallback,
  useEffect,
  use,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from "react";
import type { Anchor, HistoryEntry } from "./scroll-memory.ts";
import { type Keyed, useScrollPlace } from "./use-scroll-place.ts";
import {
  Virtualizer,
  type CustomContainerComponentProps,
  type CustomItemComponentProps,
  type VirtualizerHandle,
} from "virtua";

interface MemoListProps<Row> {
  readonly rows: readonly Row[];
  readonly label: string;
  /** ARIA role: `feed` for articles only, `group` for rows with headings of their own. */
  readonly role?: "feed" | "group";
  readonly isBusy: boolean;
  /** True if there are more rows than those loaded. */
  readonly hasMore: boolean;
  /** Ascending indexes of the heading rows, which are sticky while their section is in view. */
  readonly headings: readonly number[];
  /** Indexes of rows that stay mounted: the one that Tab reaches and the edited one. */
  readonly keepMounted: readonly number[];
  /** Scroll container; the list is a descendant of it. */
  readonly scrollRef: RefObject<HTMLElement | null>;
  /** History entry under which the scroll position is stored. */
  readonly historyEntry: HistoryEntry;
  /** Height of the sticky content above the headings, in pixels. */
  readonly stickyTop: number;
  /** Key of the layout. When it changes, rows are measured again and the first visible row stays first. */
  readonly layout: string;
  /** Height of most rows in pixels, if they share one. */
  readonly rowHeight?: number | undefined;
  /** Returns the element of a row. It must have the row's key, to keep focus and state when others change. */
  renderRow(row: Row, index: number): ReactElement;
  /** Called when the last rows are in view. */
  onEnd(): void;
}

/** Renders only the rows in view. Generic over rows; knows nothing of memos. */
export function MemoList<Row extends Keyed>(props: MemoListProps<Row>): ReactNode {
  const { rows, label, isBusy, headings, keepMounted, scrollRef, stickyTop, renderRow, onEnd } =
    props;
  const { historyEntry, layout, rowHeight, role = "feed" } = props;
  const virtualizer = useRef<VirtualizerHandle>(null);
  const root = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState<number | null>(null);
  const startMargin = margin ?? 0;
  const [topIndex, setTopIndex] = useState(0);
  const [isHeld, setIsHeld] = useState(false);
  const isShifted = useShift(rows, topIndex);
  const stuck = headings.findLast((index) => index <= topIndex) ?? -1;

  const held = useMemo(
    () => ({ headings, index: stuck, top: stickyTop, isHeld }),
    [headings, stuck, stickyTop, isHeld],
  );

  // Runs after the layout effects: the scroller, an ancestor, has no ref before.
  useEffect(() => {
    const list = root.current;
    const scroller = scrollRef.current;
    if (list === null || scroller === null) return;
    const measure = (): void =>
      setMargin(
        Math.round(
          list.getBoundingClientRect().top -
            scroller.getBoundingClientRect().top +
            scroller.scrollTop,
        ),
      );
    measure();
    // The content above the list (composer, notices) changes height.
    const observer = new ResizeObserver(measure);
    for (const part of scroller.children) observer.observe(part);
    return () => observer.disconnect();
  }, [scrollRef]);

  const anchors = useRef<readonly Anchor[]>([]);
  const shown = useRef({ layout, historyEntry });

  const showAnchor = useCallback(
    (among: readonly Anchor[], least = -Infinity): boolean => {
      for (const { key, top } of among) {
        const index = rows.findIndex((row) => row.key === key || row.holds?.includes(key));
        if (index === -1) continue;
        virtualizer.current?.scrollToIndex(index, { offset: -Math.max(top, least) });
        return true;
      }
      return false;
    },
    [rows],
  );
  // Runs before the effect that updates the anchors, which still belong to the previous layout.
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { layout, historyEntry };
    if (before.layout === layout || before.historyEntry !== historyEntry) return;
    showAnchor(anchors.current, stickyTop + headingHeight);
  }, [layout, historyEntry, showAnchor, stickyTop]);

  const { cache, returns, isSought } = useScrollPlace(historyEntry, {
    rows,
    layout,
    margin,
    isBusy,
    hasMore: props.hasMore,
    virtualizer,
    scrollRef,
    anchors,
    showAnchor,
    onEnd,
  });

  const update = useCallback((): void => {
    const list = virtualizer.current;
    if (list === null) return;
    const top = list.scrollOffset + stickyTop;
    const index = list.findItemIndex(top);
    const heading = headings.findLast((each) => each <= index);
    setTopIndex(index);
    const first = list.findItemIndex(top + headingHeight);
    const last = list.findItemIndex(list.scrollOffset + list.viewportSize);
    anchors.current = rows.slice(first, last + 1).map((row, at) => ({
      key: row.holds?.[0] ?? row.key,
      top: startMargin + list.getItemOffset(first + at) - list.scrollOffset,
    }));
    setIsHeld(heading !== undefined && top - startMargin > list.getItemOffset(heading));
    if (last >= rows.length - 8) onEnd();
  }, [rows, headings, stickyTop, startMargin, onEnd]);
  useLayoutEffect(update, [update, startMargin]);

  return (
    <div
      ref={root}
      role={role}
      aria-label={label}
      aria-busy={isBusy}
      data-memo-list
      style={{ opacity: isSought ? 0 : undefined }}
    >
      <StuckContext value={held}>
        <Virtualizer
          key={`${layout} ${returns}`}
          ref={virtualizer}
          data={rows}
          scrollRef={scrollRef}
          startMargin={startMargin}
          shift={isShifted}
          {...(rowHeight !== undefined && { itemSize: rowHeight })}
          {...(cache !== undefined && { cache })}
          bufferSize={400}
          as={RowsFrame}
          keepMounted={stuck === -1 ? keepMounted : [...keepMounted, stuck]}
          item={RowFrame}
          onScroll={update}
          onResize={update}
        >
          {renderRow}
        </Virtualizer>
      </StuckContext>
    </div>
  );
}

/** Height of a sticky heading, in pixels (day-heading.tsx). */
const headingHeight = 48;

/**
 * Returns true if rows were just added or removed above the viewport. The scroll position is then corrected
 * to keep the visible rows in place.
 */
function useShift(rows: readonly Keyed[], topIndex: number): boolean {
  const [last, setLast] = useState({ rows, isShifted: false });
  if (last.rows === rows) return last.isShifted;
  const top = last.rows[topIndex]?.key;
  const moved = rows.findIndex((row) => row.key === top) - topIndex;
  const isShifted =
    topIndex > 0 && moved !== 0 && moved === rows.length - last.rows.length && rows.length > 0;
  setLast({ rows, isShifted });
  return isShifted;
}

/** Sticky heading and its offset. */
const StuckContext = createContext<{
  readonly headings: readonly number[];
  readonly index: number;
  readonly top: number;
  /** True if rows are scrolled under the heading. */
  readonly isHeld: boolean;
}>({ headings: [], index: -1, top: 0, isHeld: false });

/** Container that accepts clicks while scrolling; virtua's default disables pointer events. */
function RowsFrame({ children, style, ref }: CustomContainerComponentProps) {
  return (
    <div ref={ref} style={{ ...style, pointerEvents: undefined }}>
      {children}
    </div>
  );
}

function RowFrame({ children, style, index, ref }: CustomItemComponentProps) {
  const { headings, index: stuck, top, isHeld } = use(StuckContext);
  // Headings are above the cards; a later heading is above the one it replaces.
  const zIndex = headings.includes(index) ? 1 : undefined;
  // virtua hides a row until it is measured. A hidden row can't take focus, but a transparent one can.
  const opacity = style.visibility === "hidden" ? 0 : undefined;
  const shown = { ...style, visibility: undefined, opacity };
  return (
    <div
      ref={ref}
      data-index={index}
      data-held={(index === stuck && isHeld) || undefined}
      style={index === stuck ? { ...shown, position: "sticky", top, zIndex } : { ...shown, zIndex }}
    >
      {children}
    </div>
  );
}
