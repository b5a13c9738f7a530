import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { CacheSnapshot, VirtualizerHandle } from "virtua";
import { searchFieldId } from "../../focus/focus-search.ts";
import {
  findScrollPlace,
  keepOnLeaving,
  keepScrollPlace,
  type Anchor,
  type HistoryEntry,
  type ScrollPlace,
} from "./scroll-memory.ts";

/** Row with a stable key, by which it is recognised after others were added or removed. */
export interface Keyed {
  readonly key: string;
  /** Keys of the items that the row shows side by side. */
  readonly holds?: readonly string[];
}

/** Number of rows after which a stored position isn't looked for any further. */
const maxSought = 5000;

/** A page may be loaded in vain, because the list changed meanwhile. */
const maxTries = 3;

interface ScrolledList {
  readonly rows: readonly Keyed[];
  readonly layout: string;
  /** Height of the content above the list; null until it is measured. */
  readonly margin: number | null;
  readonly isBusy: boolean;
  readonly hasMore: boolean;
  readonly virtualizer: RefObject<VirtualizerHandle | null>;
  readonly scrollRef: RefObject<HTMLElement | null>;
  /** Visible rows. */
  readonly anchors: RefObject<readonly Anchor[]>;
  /** Scrolls to the first anchor that is in the list. Returns false if there is none. */
  readonly showAnchor: (among: readonly Anchor[]) => boolean;
  readonly onEnd: () => void;
}

/** Actions after which the position belongs to the user. */
const acts = ["wheel", "keydown", "pointerdown"] as const;

/**
 * Restores the list's scroll position for a history entry, scrolls to the top for a new entry, and stores the
 * position when scrolling ends or the list is left. Loads pages until one has the position; `isSought` is true
 * meanwhile. Also returns the row heights, if they are known, and a count of restored entries that serves as a
 * key of the rendered list.
 */
export function useScrollPlace(entry: HistoryEntry, list: ScrolledList) {
  const { rows, margin, isBusy, hasMore, scrollRef, showAnchor, onEnd } = list;
  // State when the entry was first shown; it is overwritten while the user scrolls.
  const [shown, setShown] = useState(() => firstShown(entry, list, 0));
  let current = shown;
  if (shown.entry !== entry) setShown((current = firstShown(entry, list, shown.returns)));
  const { place, cache, returns, isSought } = current;
  const restored = useRef<HistoryEntry>(null);
  /** Position to restore until the user acts. */
  const wanted = useRef<ScrollPlace>(undefined);
  const seeking = useRef({ length: 0, tries: 0 });
  // Runs after the layout effects: the scroller, an ancestor, has no ref before.
  useEffect(() => {
    const scroller = scrollRef.current;
    if (scroller === null) return;
    if (restored.current !== entry) {
      if (cache !== undefined) scroller.scrollTop = place?.top ?? 0;
      else if (place === undefined && restored.current !== null) scroller.scrollTop = 0;
      wanted.current = cache === undefined ? place : undefined;
      seeking.current = { length: 0, tries: 0 };
      restored.current = entry;
    }
  }, [entry, place, cache, scrollRef]);
  useEffect(() => {
    if (wanted.current === undefined || margin === null) return;
    const isFound = showAnchor(wanted.current.anchors);
    if (!isFound && isBusy) return;
    const { length, tries } = seeking.current;
    seeking.current = { length: rows.length, tries: length === rows.length ? tries + 1 : 0 };
    if (!isFound && hasMore && tries < maxTries && rows.length < maxSought) onEnd();
    else setShown(found);
  }, [entry, margin, rows, isBusy, hasMore, showAnchor, onEnd]);

  useEffect(() => {
    if (place === undefined || cache !== undefined) return;
    const giveUp = (): void => {
      wanted.current = undefined;
      setShown(found);
    };
    for (const act of acts) addEventListener(act, giveUp, { capture: true, passive: true });
    return () => {
      for (const act of acts) removeEventListener(act, giveUp, { capture: true });
    };
  }, [place, cache]);

  useKeptPlace(entry, list, isSought);
  return { cache, returns, isSought };
}

interface Shown {
  readonly entry: HistoryEntry;
  readonly place: ScrollPlace | undefined;
  readonly cache: CacheSnapshot | undefined;
  readonly returns: number;
  readonly isSought: boolean;
}

/** Returns the state of an entry that is shown now. Heights apply only to the rows that were measured. */
function firstShown(entry: HistoryEntry, list: ScrolledList, returns: number): Shown {
  const place = findScrollPlace(entry);
  const measured = place?.layout === list.layout ? place.measured : undefined;
  const isSame =
    measured?.rows.length === list.rows.length &&
    measured.rows.every(({ key }, index) => key === list.rows[index]?.key);
  return {
    entry,
    place,
    cache: isSame ? measured.heights : undefined,
    returns: place === undefined ? returns : returns + 1,
    isSought: place !== undefined && !isSame,
  };
}

const found = (shown: Shown): Shown => (shown.isSought ? { ...shown, isSought: false } : shown);

function useKeptPlace(entry: HistoryEntry, list: ScrolledList, isSought: boolean): void {
  const { rows, layout, virtualizer, scrollRef, anchors } = list;
  const keep = useRef((): void => undefined);
  useLayoutEffect(() => {
    keep.current = () => {
      const handle = virtualizer.current;
      // The search field is sticky: a browser that reveals its caret may scroll the list.
      if (handle === null || isSought || document.activeElement?.id === searchFieldId) return;
      const measured = { rows, heights: handle.cache };
      const { scrollOffset: top } = handle;
      keepScrollPlace(entry, { top, measured, layout, anchors: anchors.current });
    };
  }, [entry, rows, layout, isSought, virtualizer, anchors]);
  useEffect(() => {
    const scroller = scrollRef.current;
    const keepNow = (): void => keep.current();
    scroller?.addEventListener("scrollend", keepNow);
    const stop = keepOnLeaving(keepNow);
    return () => {
      scroller?.removeEventListener("scrollend", keepNow);
      stop();
    };
  }, [scrollRef]);
}
