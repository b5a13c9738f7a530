import { type RouterHistory, useRouterState } from "@tanstack/react-router";
import type { CacheSnapshot } from "virtua";

/** First row below the sticky heading, and its distance from the top of the scroller in pixels. */
export interface Anchor {
  readonly key: string;
  readonly top: number;
}

/** Stored scroll position with the measured row heights, without which it can't be restored. */
export interface ScrollPlace {
  readonly top: number;
  readonly heights: CacheSnapshot;
  /** Key of the layout. In another layout only the anchor is valid. */
  readonly layout: string;
  readonly anchor: Anchor | null;
}

/** History entry: its index and its address. */
export interface HistoryEntry {
  readonly index: number;
  /** Key of the entry. Back, or removing a search, returns to the same key. */
  readonly name: string;
}

const maxPlaces = 50;
const places = new Map<string, { readonly index: number; readonly place: ScrollPlace }>();

/** Returns the current history entry. Replacing its address makes it another entry. */
export function useHistoryEntry(): HistoryEntry {
  return useRouterState({
    select: ({ location: { href, state } }): HistoryEntry => {
      const index = state.__TSR_index;
      return { index, name: `${index} ${href}` };
    },
    structuralSharing: true,
  });
}

export function findScrollPlace({ name }: HistoryEntry): ScrollPlace | undefined {
  return places.get(name)?.place;
}

export function keepScrollPlace({ name, index }: HistoryEntry, place: ScrollPlace): void {
  places.delete(name);
  places.set(name, { index, place });
  const oldest = places.keys().next();
  if (places.size > maxPlaces && oldest.done !== true) places.delete(oldest.value);
}

/**
 * Deletes the stored positions at and after an entry that a link pushes. Returns the unsubscribe function.
 */
export function beginAtLinks(history: RouterHistory): () => void {
  return history.subscribe(({ location, action }) => {
    if (action.type !== "PUSH") return;
    for (const [name, { index }] of places) {
      if (index >= location.state.__TSR_index) places.delete(name);
    }
  });
}
