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
import { searchFieldId } from "../../focus/focus-search.ts";
import {
  findScrollPlace,
  keepScrollPlace,
  type Anchor,
  type HistoryEntry,
} from "./scroll-memory.ts";
import {
  Virtualizer,
  type CustomContainerComponentProps,
  type CustomItemComponentProps,
  type VirtualizerHandle,
} from "virtua";

/** A row says who it is, so that it is known again when rows come and go. */
interface Keyed {
  readonly key: string;
  /** The keys of what stands side by side in it. */
  readonly holds?: readonly string[];
}

interface MemoListProps<Row> {
  readonly rows: readonly Row[];
  readonly label: string;
  /** A feed holds articles alone; what has headings of its own is a group. */
  readonly role?: "feed" | "group";
  readonly isBusy: boolean;
  /** Indexes of the rows that stay at the top while what they head is in view, ascending. */
  readonly headings: readonly number[];
  /** Rows that must not leave the document: the focused and the edited one. */
  readonly keepMounted: readonly number[];
  /** What scrolls; the list is somewhere inside it. */
  readonly scrollRef: RefObject<HTMLElement | null>;
  /** Where the list was left is remembered under this. */
  readonly historyEntry: HistoryEntry;
  /** Height of what sticks above the headings, in pixels. */
  readonly stickyTop: number;
  /** Names how rows are laid out: when that changes they are measured anew, and the first stays first. */
  readonly layout: string;
  /** How high most rows are, where they are of one height. */
  readonly rowHeight?: number | undefined;
  /** The element must have the row's key: focus and state stay with it when others come and go. */
  renderRow(row: Row, index: number): ReactElement;
  /** The last rows came into view. */
  onEnd(): void;
}

/** Draws only what is in view, however many memos there are. Knows rows, not memos. */
export function MemoList<Row extends Keyed>(props: MemoListProps<Row>): ReactNode {
  const { rows, label, isBusy, headings, keepMounted, scrollRef, stickyTop, renderRow, onEnd } =
    props;
  const { historyEntry, layout, rowHeight, role = "feed" } = props;
  const virtualizer = useRef<VirtualizerHandle>(null);
  const root = useRef<HTMLDivElement>(null);
  const [startMargin, setStartMargin] = useState(0);
  const [topIndex, setTopIndex] = useState(0);
  const [isHeld, setIsHeld] = useState(false);
  const isShifted = useShift(rows, topIndex);
  const stuck = headings.findLast((index) => index <= topIndex) ?? -1;

  const held = useMemo(
    () => ({ headings, index: stuck, top: stickyTop, isHeld }),
    [headings, stuck, stickyTop, isHeld],
  );

  // After the layout effects: the scroller, further out, has its ref only then.
  useEffect(() => {
    const list = root.current;
    const scroller = scrollRef.current;
    if (list === null || scroller === null) return;
    const measure = (): void =>
      setStartMargin(
        Math.round(
          list.getBoundingClientRect().top -
            scroller.getBoundingClientRect().top +
            scroller.scrollTop,
        ),
      );
    measure();
    // What stands before the list grows and shrinks: the composer, notices.
    const observer = new ResizeObserver(measure);
    for (const part of scroller.children) observer.observe(part);
    return () => observer.disconnect();
  }, [scrollRef]);

  const anchor = useRef<Anchor | null>(null);
  const shown = useRef({ layout, historyEntry });

  const showAnchor = useCallback(
    ({ key, top }: Anchor): void => {
      const index = rows.findIndex((row) => row.key === key || row.holds?.includes(key));
      if (index !== -1) virtualizer.current?.scrollToIndex(index, { offset: -top });
    },
    [rows],
  );
  // Before what notes the anchor: it is still that of the layout before.
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { layout, historyEntry };
    if (before.layout === layout || before.historyEntry !== historyEntry) return;
    if (anchor.current !== null) showAnchor(anchor.current);
  }, [layout, historyEntry, showAnchor]);

  const { cache, returns } = useScrollPlace(historyEntry, {
    layout,
    virtualizer,
    scrollRef,
    anchor,
    showAnchor,
  });

  const update = useCallback((): void => {
    const list = virtualizer.current;
    if (list === null) return;
    const top = list.scrollOffset + stickyTop;
    const index = list.findItemIndex(top);
    const heading = headings.findLast((each) => each <= index);
    setTopIndex(index);
    const edge = stickyTop + headingHeight;
    const first = list.findItemIndex(list.scrollOffset + edge);
    const row = rows[first];
    anchor.current =
      row === undefined
        ? null
        : {
            key: row.holds?.[0] ?? row.key,
            top: Math.max(startMargin + list.getItemOffset(first) - list.scrollOffset, edge),
          };
    setIsHeld(heading !== undefined && top - startMargin > list.getItemOffset(heading));
    const last = list.findItemIndex(list.scrollOffset + list.viewportSize);
    if (last >= rows.length - 8) onEnd();
  }, [rows, headings, stickyTop, startMargin, onEnd]);
  useLayoutEffect(update, [update, startMargin]);

  return (
    <div ref={root} role={role} aria-label={label} aria-busy={isBusy} data-memo-list>
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

/** Of a heading that is held at the top, in pixels (day-heading.tsx). */
const headingHeight = 48;

interface ScrolledList {
  readonly layout: string;
  readonly virtualizer: RefObject<VirtualizerHandle | null>;
  readonly scrollRef: RefObject<HTMLElement | null>;
  readonly anchor: RefObject<Anchor | null>;
  readonly showAnchor: (anchor: Anchor) => void;
}

/**
 * Brings a list back to where it was left, begins one that was not shown yet at its top, and remembers
 * where it is left now. Gives the heights that rows had, and how often it came back to some: what is
 * drawn takes them as it comes.
 */
function useScrollPlace(
  entry: HistoryEntry,
  { layout, virtualizer, scrollRef, anchor, showAnchor }: ScrolledList,
) {
  // As it was when the entry came: it is about to be another.
  const [shown, setShown] = useState(() => ({
    entry,
    place: findScrollPlace(entry),
    returns: 0,
  }));
  let { place, returns } = shown;
  if (shown.entry !== entry) {
    place = findScrollPlace(entry);
    if (place !== undefined) returns += 1;
    setShown({ entry, place, returns });
  }
  const restored = useRef<HistoryEntry>(null);
  const drawn = useRef(entry);
  useLayoutEffect(() => {
    drawn.current = entry;
  }, [entry]);
  // After the layout effects: the scroller, further out, has its ref only then.
  useEffect(() => {
    const scroller = scrollRef.current;
    if (scroller === null) return;
    if (restored.current !== entry) {
      if (place === undefined) {
        if (restored.current !== null) scroller.scrollTop = 0;
      } else if (place.layout === layout) scroller.scrollTop = place.top;
      else if (place.anchor !== null) showAnchor(place.anchor);
    }
    restored.current = entry;
    const keep = (): void => {
      const list = virtualizer.current;
      // What another entry drew is nowhere in this one, before its effects run as well.
      if (list === null || drawn.current !== entry) return;
      // The field sticks over the list: a browser that looks for its caret further up moves that.
      if (document.activeElement?.id === searchFieldId) return;
      keepScrollPlace(entry, {
        top: scroller.scrollTop,
        heights: list.cache,
        layout,
        anchor: anchor.current,
      });
    };
    scroller.addEventListener("scrollend", keep);
    return () => scroller.removeEventListener("scrollend", keep);
  }, [entry, layout, place, virtualizer, scrollRef, anchor, showAnchor]);
  return { cache: place?.layout === layout ? place.heights : undefined, returns };
}

/**
 * Whether the rows that just came or went did so above what is in view: then the view stays with
 * what is read, and what is above moves.
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

/** The heading that is held at the top, and where. */
const StuckContext = createContext<{
  readonly headings: readonly number[];
  readonly index: number;
  readonly top: number;
  /** Whether rows have begun to slide under it. */
  readonly isHeld: boolean;
}>({ headings: [], index: -1, top: 0, isHeld: false });

/** Takes clicks while it moves, as virtua's own frame does not. */
function RowsFrame({ children, style, ref }: CustomContainerComponentProps) {
  return (
    <div ref={ref} style={{ ...style, pointerEvents: undefined }}>
      {children}
    </div>
  );
}

function RowFrame({ children, style, index, ref }: CustomItemComponentProps) {
  const { headings, index: stuck, top, isHeld } = use(StuckContext);
  // Every heading is above the cards, and the next one above the one that it takes over from.
  const zIndex = headings.includes(index) ? 1 : undefined;
  // virtua hides a row until it has measured it, before the next frame: what is hidden takes no focus.
  const shown = { ...style, visibility: undefined };
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
