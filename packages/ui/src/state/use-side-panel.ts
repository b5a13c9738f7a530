import { useUi } from "./ui-state.ts";
import { panelQuery, useMediaQuery } from "./use-media-query.ts";

/** Whether the side panel of a list is shown: there is room, and nobody has put it away. */
export function useSidePanel(): boolean {
  const isHidden = useUi((state) => state.isPanelHidden);
  return useMediaQuery(panelQuery) && !isHidden;
}
