import { type RouterHistory, useRouterState } from "@tanstack/react-router";
import type { CacheSnapshot } from "virtua";

/** The first row in sight, and how far down it stands, in pixels. */
export interface Anchor {
  readonly key: string;
  readonly top: number;
}

/** Where a list was, and how high its rows were: without the heights, a place is nowhere. */
export interface ScrollPlace {
  readonly top: number;
  readonly heights: CacheSnapshot;
  /** As what it was laid out: laid out otherwise, only its first row is where it was. */
  readonly layout: string;
  readonly anchor: Anchor | null;
}

/** What the history shows: how many entries are before it, and its address. */
export interface HistoryEntry {
  readonly index: number;
  /** Back comes to the same one, and so does a search that is taken out again. */
  readonly name: string;
}

const maxPlaces = 50;
const places = new Map<string, { readonly index: number; readonly place: ScrollPlace }>();

/** The entry of the history that is shown; what replaces its address makes it another. */
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

/** A link begins anew, also one that was followed before: what was ahead is gone. */
export function beginAtLinks(history: RouterHistory): () => void {
  return history.subscribe(({ location, action }) => {
    if (action.type !== "PUSH") return;
    for (const [name, { index }] of places) {
      if (index >= location.state.__TSR_index) places.delete(name);
    }
  });
}
