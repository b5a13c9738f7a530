import type { LibraryKind } from "@tidemark/core/router";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useCallback } from "react";
import type { ViewSearch } from "./view-address.ts";

/** What the library shows; part of the address, as the filters of a view are. */
export interface LibraryAddress {
  readonly kind: LibraryKind;
  readonly order: "time" | "size";
  /** Part of the files' names. */
  readonly name: string;
}

export const libraryPath = "/library";

export const libraryKinds = [
  "media",
  "audio",
  "documents",
  "unused",
] as const satisfies readonly LibraryKind[];

/** Whether an address names a part of the library. */
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

/** Goes to a part of the library, or narrows it; `replace` for what changes with every key. */
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

/** The same from where there is no router at hand. */
export function openLibrary(): void {
  document.location.hash = libraryPath;
}
