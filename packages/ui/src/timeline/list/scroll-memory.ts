import { useRouterState } from "@tanstack/react-router";
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

const maxPlaces = 50;
const places = new Map<string, ScrollPlace>();

/** Names the entry of the history that is shown: back comes to the same one, a link to a new one. */
export function useHistoryEntry(): string {
  return useRouterState({ select: ({ location }) => location.state.__TSR_key ?? "first" });
}

export function findScrollPlace(entry: string): ScrollPlace | undefined {
  return places.get(entry);
}

export function keepScrollPlace(entry: string, place: ScrollPlace): void {
  places.delete(entry);
  places.set(entry, place);
  const oldest = places.keys().next();
  if (places.size > maxPlaces && oldest.done !== true) places.delete(oldest.value);
}
