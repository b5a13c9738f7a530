import { type RouterHistory, useRouterState } from "@tanstack/react-router";
import type { CacheSnapshot } from "virtua";

/** Row and its distance from the top of the scroller in pixels. */
export interface Anchor {
  readonly key: string;
  readonly top: number;
}

/** Stored scroll position. */
export interface ScrollPlace {
  readonly top: number;
  /** Rows with their measured heights, without which `top` means nothing; lost when the page is reloaded. */
  readonly measured?: {
    readonly rows: readonly { readonly key: string }[];
    readonly heights: CacheSnapshot;
  };
  /** Key of the layout. In another layout only the anchors are valid. */
  readonly layout: string;
  /** Visible rows, from the first one down. */
  readonly anchors: readonly Anchor[];
}

/** History entry: its index and its address. */
export interface HistoryEntry {
  readonly index: number;
  /** Key of the entry. Back, or removing a search, returns to the same key. */
  readonly name: string;
}

const maxPlaces = 50;
const storageKey = "scroll-places";
interface KeptPlace {
  readonly index: number;
  readonly place: ScrollPlace;
}
const places = new Map<string, KeptPlace>();

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

const leaving = new Set<() => void>();

/** Calls `keep` before another history entry is rendered, or the page unloads. Returns the unsubscribe function. */
export function keepOnLeaving(keep: () => void): () => void {
  leaving.add(keep);
  return () => leaving.delete(keep);
}

/**
 * Deletes the stored positions at and after an entry that a link pushes, and keeps the others while the page
 * is reloaded. Returns the unsubscribe function.
 */
export function beginAtLinks(history: RouterHistory): () => void {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    for (const each of Array.isArray(stored) ? stored : []) {
      if (isNamedPlace(each)) places.set(each[0], each[1]);
    }
  } catch {
    // Without storage, or with another version's, lists begin at the top.
  }
  addEventListener("pagehide", storePlaces);
  const stop = history.subscribe(({ location, action }) => {
    for (const keep of leaving) keep();
    if (action.type !== "PUSH") return;
    for (const [name, { index }] of places) {
      if (index >= location.state.__TSR_index) places.delete(name);
    }
  });
  return () => {
    removeEventListener("pagehide", storePlaces);
    stop();
  };
}

function isNamedPlace(value: unknown): value is readonly [string, KeptPlace] {
  const [name, kept]: readonly unknown[] = Array.isArray(value) ? value : [];
  if (typeof name !== "string" || typeof kept !== "object" || kept === null) return false;
  return "index" in kept && "place" in kept && hasAnchors(kept.place);
}

function hasAnchors(place: unknown): boolean {
  return (
    typeof place === "object" &&
    place !== null &&
    "anchors" in place &&
    Array.isArray(place.anchors)
  );
}

function storePlaces(): void {
  for (const keep of leaving) keep();
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...places], withoutMeasured));
  } catch {
    // The storage is full or blocked.
  }
}

const withoutMeasured = (key: string, value: unknown): unknown =>
  key === "measured" ? undefined : value;
