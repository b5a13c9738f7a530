import { setUi, useUi } from "./ui-state.ts";
import { railQuery, sidebarQuery } from "./use-media-query.ts";

/** Toggles between full sidebar and rail, or opens and closes the drawer in narrow windows. */
export function toggleSidebar(): void {
  const { isDrawerOpen, isSidebarWide } = useUi.getState();
  if (!matchMedia(railQuery).matches) setUi({ isDrawerOpen: !isDrawerOpen });
  else setUi({ isSidebarWide: !(isSidebarWide ?? matchMedia(sidebarQuery).matches) });
}
