import type { LibraryKind } from "@tidemark/core/router";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useCallback } from "react";
import type { ViewSearch } from "./view-address.ts";

/** State of the library, stored in the URL like the filters of a view. */
export interface LibraryAddress {
  readonly kind: LibraryKind;
  readonly order: "time" | "size";
  /** Search text for file names. */
  readonly name: string;
}

export const libraryPath = "/library";

export const libraryKinds = [
  "media",
  "audio",
  "documents",
  "unused",
] as const satisfies readonly LibraryKind[];

/** Returns true for the name of a library section. */
export function isLibraryKind(given: unknown): given is LibraryKind {
  return libraryKinds.some((kind) => kind === given);
}

export function useLibraryAddress(): LibraryAddress {
  return useRouterState({
    select: ({ location }) => {
      const { kind = "media", sort, q = "" }: ViewSearch = location.search;
      return { kind, order: sort ?? "time", name: q };
    },
    structuralSharing: true,
  });
}

export function useIsLibrary(): boolean {
  return useRouterState({ select: ({ location }) => location.pathname === libraryPath });
}

/**
 * Returns a function that opens a library section or changes its filters; `replace` for changes with every
 * key press.
 */
export function useGoToLibrary(): (
  address: Partial<LibraryAddress>,
  options?: { replace?: boolean },
) => void {
  const navigate = useNavigate();
  return useCallback(
    ({ kind = "media", order = "time", name = "" }, options) =>
      void navigate({
        to: libraryPath,
        search: {
          ...(kind === "media" ? {} : { kind }),
          ...(order === "time" ? {} : { sort: order }),
          ...(name === "" ? {} : { q: name }),
        },
        replace: options?.replace ?? false,
      }),
    [navigate],
  );
}

/** Opens the library outside the router context. */
export function openLibrary(): void {
  document.location.hash = libraryPath;
}
