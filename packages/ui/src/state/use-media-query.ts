import { useSyncExternalStore } from "react";

/** Whether a media query holds, as it changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    () => matchMedia(query).matches,
  );
}

/**
 * At least this wide there is a rail, a full sidebar, and a side panel; below the first only a
 * drawer.
 */
export const railQuery = "(min-width: 720px)";
export const sidebarQuery = "(min-width: 1000px)";
export const panelQuery = "(min-width: 1200px)";
