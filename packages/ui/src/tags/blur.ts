import type { MemoView } from "@tidemark/core/router";
import { useEffect } from "react";
import { create } from "zustand";
import { isBlurredBy, useTagLooks } from "./looks.ts";

const storageKey = "tidemark:blur-all";

/** What shows whole memos: each can be left while the others stay. */
export type BlurPlace = "list" | "page" | "panel" | "dialog";

/** What decides whether a memo is blurred. */
export type BlurSubject = Pick<MemoView, "id" | "tags">;

interface Blur {
  /** Every memo is blurred, kept on this device until it is switched off. */
  readonly isAll: boolean;
  /** Memos that somebody wanted to see, and where they did, until they leave there. */
  readonly revealedIds: ReadonlyMap<string, BlurPlace>;
}

export const useBlur = create<Blur>(() => ({
  isAll: localStorage.getItem(storageKey) === "1",
  revealedIds: new Map(),
}));

/** Blurs every memo, or only those with a tag that says so. What was revealed is not any more. */
export function blurAll(isAll: boolean): void {
  if (isAll) localStorage.setItem(storageKey, "1");
  else localStorage.removeItem(storageKey);
  useBlur.setState({ isAll, revealedIds: new Map() });
}

// Another window of the app has changed it.
addEventListener("storage", ({ key, newValue }) => {
  if (key === storageKey) useBlur.setState({ isAll: newValue === "1" });
});

export function reveal(id: string, place: BlurPlace): void {
  useBlur.setState(({ revealedIds }) => ({ revealedIds: new Map([...revealedIds, [id, place]]) }));
}

/** Whether a memo is not to be read over somebody's shoulder; no memo has nothing to read. */
export function useIsBlurred(memo: BlurSubject | null | undefined): boolean {
  const isTagged = useTagLooks(({ looks }) => isBlurredBy(memo?.tags ?? [], looks));
  return useBlur(
    ({ isAll, revealedIds }) => !!memo && !revealedIds.has(memo.id) && (isAll || isTagged),
  );
}

/** Whether a memo is blurred now, for lists that React doesn't draw. */
export function isBlurredNow({ id, tags }: BlurSubject): boolean {
  const { isAll, revealedIds } = useBlur.getState();
  return !revealedIds.has(id) && (isAll || isBlurredBy(tags, useTagLooks.getState().looks));
}

/** Forgets what was revealed in a place once something else is shown there than `shown`, or nothing. */
export function useHidesAgain(place: BlurPlace, shown: string): void {
  useEffect(
    () => () => {
      const all = [...useBlur.getState().revealedIds];
      const others = all.filter(([, where]) => where !== place);
      if (others.length < all.length) useBlur.setState({ revealedIds: new Map(others) });
    },
    [place, shown],
  );
}
