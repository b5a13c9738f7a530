import { useCallback } from "react";
import { setUi, useUi } from "./ui-state.ts";
import { panelQuery, useMediaQuery } from "./use-media-query.ts";
import { useGoToMemo } from "./view-address.ts";

/** Returns true if a list's side panel is shown: there is room, and the user hasn't hidden it. */
export function useSidePanel(): boolean {
  const isHidden = useUi((state) => state.isPanelHidden);
  const isFree = useIsPanelFree();
  return isFree && !isHidden;
}

/** Returns true if there is room for a side panel and no memo is open in it. */
export function useIsPanelFree(): boolean {
  const hasMemo = useUi((state) => state.inPanel !== null);
  return useMediaQuery(panelQuery) && !hasMemo;
}

/** Returns the memo in the side panel; null if there is none, or no room. */
export function useInPanel(): { readonly id: string } | null {
  const inPanel = useUi((state) => state.inPanel);
  return useMediaQuery(panelQuery) ? inPanel : null;
}

/** Returns a function that opens a memo in the panel, or on its page if there is no room. */
export function useOpenInPanel(): (id: string) => void {
  const hasRoom = useMediaQuery(panelQuery);
  const goToMemo = useGoToMemo();
  return useCallback(
    (id) => (hasRoom ? setUi({ inPanel: { id } }) : goToMemo(id)),
    [hasRoom, goToMemo],
  );
}

/** Closes a memo in the panel and hides the panel, or shows the list's panel again. */
export function toggleSidePanel(): void {
  setUi(({ inPanel, isPanelHidden }) => ({
    inPanel: null,
    isPanelHidden: inPanel !== null || !isPanelHidden,
  }));
}
