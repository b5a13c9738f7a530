import type { MemoView } from "@tidemark/core/router";
import { useEffect } from "react";
import { create } from "zustand";
import { isBlurredBy, useTagLooks } from "./looks.ts";

const storageKey = "tidemark:blur-all";

interface Blur {
  /** Every memo is blurred, kept on this device until it is switched off. */
  readonly isAll: boolean;
  /** Memos that somebody wanted to see, until they leave. */
  readonly revealedIds: ReadonlySet<string>;
}

export const useBlur = create<Blur>(() => ({
  isAll: localStorage.getItem(storageKey) === "1",
  revealedIds: new Set(),
}));

/** Blurs every memo, or only those with a tag that says so. What was revealed is not any more. */
export function blurAll(isAll: boolean): void {
  if (isAll) localStorage.setItem(storageKey, "1");
  else localStorage.removeItem(storageKey);
  useBlur.setState({ isAll, revealedIds: new Set() });
}

// Another window of the app has changed it.
addEventListener("storage", ({ key, newValue }) => {
  if (key === storageKey) useBlur.setState({ isAll: newValue === "1" });
});

export function reveal(id: string): void {
  useBlur.setState(({ revealedIds }) => ({ revealedIds: new Set([...revealedIds, id]) }));
}

/** Whether a memo is not to be read over somebody's shoulder. */
export function useIsBlurred({ id, tags }: Pick<MemoView, "id" | "tags">): boolean {
  const isRevealed = useBlur((state) => state.revealedIds.has(id));
  const isAll = useBlur((state) => state.isAll);
  const isTagged = useTagLooks((state) => isBlurredBy(tags, state.looks));
  return !isRevealed && (isAll || isTagged);
}

/** Forgets what was revealed once `place` is left. */
export function useHidesAgain(place: string): void {
  useEffect(
    () => () => {
      if (useBlur.getState().revealedIds.size > 0) useBlur.setState({ revealedIds: new Set() });
    },
    [place],
  );
}
