import { useRouterState } from "@tanstack/react-router";
import type { CacheSnapshot } from "virtua";

/** Where a list was, and how high its rows were: without the heights, a place is nowhere. */
export interface ScrollPlace {
  readonly top: number;
  readonly heights: CacheSnapshot;
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
