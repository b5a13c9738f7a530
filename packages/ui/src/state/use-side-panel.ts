import { useCallback } from "react";
import { setUi, useUi } from "./ui-state.ts";
import { panelQuery, useMediaQuery } from "./use-media-query.ts";
import { useGoToMemo } from "./view-address.ts";

/** Whether the side panel of a list is shown: there is room, and nobody has put it away. */
export function useSidePanel(): boolean {
  const isHidden = useUi((state) => state.isPanelHidden);
  const isFree = useIsPanelFree();
  return isFree && !isHidden;
}

/** Whether there is room beside what is shown, and no memo is read there. */
export function useIsPanelFree(): boolean {
  const hasMemo = useUi((state) => state.inPanel !== null);
  return useMediaQuery(panelQuery) && !hasMemo;
}

/** The memo that is read in the panel, as it was opened there; null also where there is no room. */
export function useInPanel(): { readonly id: string } | null {
  const inPanel = useUi((state) => state.inPanel);
  return useMediaQuery(panelQuery) ? inPanel : null;
}

/** Opens a memo in the panel; where there is no room for one, on its page. */
export function useOpenInPanel(): (id: string) => void {
  const hasRoom = useMediaQuery(panelQuery);
  const goToMemo = useGoToMemo();
  return useCallback(
    (id) => (hasRoom ? setUi({ inPanel: { id } }) : goToMemo(id)),
    [hasRoom, goToMemo],
  );
}

/** Puts away whatever stands in the panel, or brings back what belongs to the list. */
export function toggleSidePanel(): void {
  setUi(({ inPanel, isPanelHidden }) => ({
    inPanel: null,
    isPanelHidden: inPanel !== null || !isPanelHidden,
  }));
}
