import type { MemoDerived } from "../model/memo.ts";

/** More texts than wait at a time: those of two pages of a sync. */
const maxKept = 2000;

const ahead = new Map<string, MemoDerived>();

/** Keeps what was derived from a text apart from this thread, until a memo with the text is written. */
export function keepDerived(content: string, derived: MemoDerived): void {
  if (ahead.size >= maxKept) ahead.clear();
  ahead.set(content, derived);
}

/** What was kept of a text, which is kept no more; undefined: it is to be derived. */
export function takeDerived(content: string): MemoDerived | undefined {
  if (ahead.size === 0) return undefined;
  const derived = ahead.get(content);
  ahead.delete(content);
  return derived;
}

/** Keeps nothing any more: the memos that it was kept for do not come. */
export function dropDerived(): void {
  ahead.clear();
}
