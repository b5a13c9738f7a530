import type { MemoDerived } from "../model/memo.ts";

/** Maximum number of pending texts: those of two sync pages. */
const maxKept = 2000;

const ahead = new Map<string, MemoDerived>();

/** Caches data that was derived from a text on another thread, until a memo with the text is written. */
export function keepDerived(content: string, derived: MemoDerived): void {
  if (ahead.size >= maxKept) ahead.clear();
  ahead.set(content, derived);
}

/** Removes and returns the cached data of a text; undefined if there is none and it must be derived. */
export function takeDerived(content: string): MemoDerived | undefined {
  if (ahead.size === 0) return undefined;
  const derived = ahead.get(content);
  ahead.delete(content);
  return derived;
}

/** Clears the cache. Called when the expected memos won't arrive. */
export function dropDerived(): void {
  ahead.clear();
}
