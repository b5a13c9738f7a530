import { setUi, useUi } from "./ui-state.ts";
import { railQuery, sidebarQuery } from "./use-media-query.ts";

/** Full sidebar ⇄ rail, or the drawer where the window is narrow. */
export function toggleSidebar(): void {
  const { isDrawerOpen, isSidebarWide } = useUi.getState();
  if (!matchMedia(railQuery).matches) setUi({ isDrawerOpen: !isDrawerOpen });
  else setUi({ isSidebarWide: !(isSidebarWide ?? matchMedia(sidebarQuery).matches) });
}
