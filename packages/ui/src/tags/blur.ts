import type { MemoView } from "@tidemark/core/router";
import { useCallback, useEffect } from "react";
import { create } from "zustand";
import { isBlurredBy, useTagLooks } from "./looks.ts";

const storageKey = "tidemark:blur-all";

/** Place that shows whole memos; each can be left independently. */
export type BlurPlace = "list" | "page" | "panel" | "dialog";

/** Properties that decide whether a memo is blurred. */
export type BlurSubject = Pick<MemoView, "id" | "tags">;

interface Blur {
  /** True if every memo is blurred; stored on this device. */
  readonly isAll: boolean;
  /** Revealed memos, with the place in which they are revealed until the user leaves it. */
  readonly revealedIds: ReadonlyMap<string, BlurPlace>;
}

export const useBlur = create<Blur>(() => ({
  isAll: localStorage.getItem(storageKey) === "1",
  revealedIds: new Map(),
}));

/** Blurs every memo, or only those with a blurred tag. Hides all revealed memos again. */
export function blurAll(isAll: boolean): void {
  if (isAll) localStorage.setItem(storageKey, "1");
  else localStorage.removeItem(storageKey);
  useBlur.setState({ isAll, revealedIds: new Map() });
}

// Another window of the app changed the setting.
addEventListener("storage", ({ key, newValue }) => {
  if (key === storageKey) useBlur.setState({ isAll: newValue === "1" });
});

export function reveal(id: string, place: BlurPlace): void {
  useBlur.setState(({ revealedIds }) => ({ revealedIds: new Map([...revealedIds, [id, place]]) }));
}

/** Returns true if a memo is blurred; false without a memo. */
export function useIsBlurred(memo: BlurSubject | null | undefined): boolean {
  const isTagged = useTagLooks(({ looks }) => isBlurredBy(memo?.tags ?? [], looks));
  return useBlur(
    ({ isAll, revealedIds }) => !!memo && !revealedIds.has(memo.id) && (isAll || isTagged),
  );
}

/**
 * Returns a comment with the tags of its memo, because it often quotes it. Once the memo is revealed, only the
 * comment's own tags count. Without a memo above, returns the memo itself.
 */
export function useWithTagsAbove(memo: BlurSubject, above: BlurSubject | undefined): BlurSubject {
  const isAboveBlurred = useIsBlurred(above);
  return isAboveBlurred ? { id: memo.id, tags: [...memo.tags, ...(above?.tags ?? [])] } : memo;
}

/** Returns a function that returns whether a memo is blurred; a new one when that may have changed. */
export function useBlurCheck(): (memo: BlurSubject | null) => boolean {
  const looks = useTagLooks((state) => state.looks);
  const blur = useBlur();
  // The function reads the latest state; these only say when to call it again.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  return useCallback((memo) => memo !== null && isBlurredNow(memo), [looks, blur]);
}

/** Returns true if a memo is currently blurred, for lists outside React. */
export function isBlurredNow({ id, tags }: BlurSubject): boolean {
  const { isAll, revealedIds } = useBlur.getState();
  return !revealedIds.has(id) && (isAll || isBlurredBy(tags, useTagLooks.getState().looks));
}

/** Hides memos revealed in a place when the place shows something other than `shown`, or unmounts. */
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
