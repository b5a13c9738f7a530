import { useCallback } from "react";
import { useNavigate, useRouterState } from "@tanstack/react-router";

/** The filters of a view. They are part of the address, so that back, forward and links keep them. */
export interface ViewSearch {
  /** What stands in the search box. */
  readonly q?: string;
  readonly tag?: string;
}

export type ViewName = "timeline" | "tasks" | "archive" | "trash";
export const viewPaths = {
  timeline: "/",
  tasks: "/tasks",
  archive: "/archive",
  trash: "/trash",
} as const satisfies Record<ViewName, string>;

export interface ViewAddress extends ViewSearch {
  readonly view: ViewName;
}

/** Which view is shown and what narrows it. */
export function useViewAddress(): ViewAddress {
  return useRouterState({
    select: ({ location }) => {
      const search: ViewSearch = location.search;
      const view = viewNames.find((name) => viewPaths[name] === location.pathname) ?? "timeline";
      return { view, ...search };
    },
    structuralSharing: true,
  });
}

const viewNames = ["timeline", "tasks", "archive", "trash"] as const satisfies readonly ViewName[];

/** Goes to a view, or narrows it; `replace` for what changes with every key. */
export function useGoTo(): (address: ViewAddress, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    ({ view, q, tag }, options) =>
      void navigate({
        to: viewPaths[view],
        search: {
          ...(q === undefined || q === "" ? {} : { q }),
          ...(tag === undefined ? {} : { tag }),
        },
        replace: options?.replace ?? false,
      }),
    [navigate],
  );
}
