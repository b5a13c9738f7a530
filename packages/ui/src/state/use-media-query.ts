import { useSyncExternalStore } from "react";

/** Returns true while a media query matches. */
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

/** Minimum window widths for a rail, a full sidebar and a side panel. Narrower windows have a drawer. */
export const railQuery = "(min-width: 720px)";
export const sidebarQuery = "(min-width: 1000px)";
export const panelQuery = "(min-width: 1200px)";
/** Screens that are touched: sentences say “tap” there, and name no keys. */
export const touchQuery = "(pointer: coarse)";
/** Narrow touch screens: a bar at the bottom instead of the drawer's button, and a sheet for the composer. */
export const phoneQuery = "(width < 720px) and (pointer: coarse)";
