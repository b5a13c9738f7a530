import type { LibraryKind, ListView, SearchScope } from "@tidemark/core/router";
import { useCallback } from "react";
import { useNavigate, useRouterState } from "@tanstack/react-router";

/** The filters of a view. They are part of the address, so that back, forward and links keep them. */
export interface ViewSearch {
  /** What stands in the search box. */
  readonly q?: string;
  readonly tag?: string;
  /** Id of a view of the user. */
  readonly saved?: string;
  /** Username: what this person shows to everybody. */
  readonly author?: string;
  /** Where a search looks, if not where it does by itself. */
  readonly in?: SearchScope;
  /** How tasks are grouped: without it, by memo. */
  readonly by?: "tag";
  /** What the library shows, and how it is ordered if not by time. */
  readonly kind?: LibraryKind;
  readonly sort?: "size";
}

export type ViewName = ListView;
export const viewPaths = {
  timeline: "/",
  tasks: "/tasks",
  explore: "/explore",
  archive: "/archive",
  trash: "/trash",
} as const satisfies Record<ViewName, string>;

export interface ViewAddress extends ViewSearch {
  readonly view: ViewName;
}

/** Which view is shown and what narrows it. */
export function useViewAddress(): ViewAddress {
  return useRouterState({
    select: ({ location }) => addressOf(location),
    structuralSharing: true,
  });
}

/** Something of that: whoever asks does not follow the rest, such as a search with its every key. */
export function useShown(part: (address: ViewAddress) => string | undefined): string | undefined;
export function useShown(part: (address: ViewAddress) => boolean): boolean;
export function useShown(
  part: (address: ViewAddress) => string | boolean | undefined,
): string | boolean | undefined {
  return useRouterState({ select: ({ location }) => part(addressOf(location)) });
}

function addressOf(location: { readonly pathname: string; readonly search: ViewSearch }) {
  const view = viewNames.find((name) => viewPaths[name] === location.pathname) ?? "timeline";
  return { view, ...location.search };
}

const memoPrefix = "/m/";

/** Whether one memo is shown by itself, and no view. */
export function useIsMemoPage(): boolean {
  return useRouterState({ select: ({ location }) => location.pathname.startsWith(memoPrefix) });
}

/** Whether one of the views is shown: neither a memo by itself nor an address that leads nowhere. */
export function useIsListed(): boolean {
  return useRouterState({
    select: ({ location }) => viewNames.some((name) => viewPaths[name] === location.pathname),
  });
}

/** Whether the composer is on screen: over the timeline, unless that is searched or a view of it. */
export function useHasComposer(): boolean {
  const isTimeline = useShown(
    ({ view, q = "", saved }) => view === "timeline" && q.trim() === "" && saved === undefined,
  );
  const isListed = useIsListed();
  return isTimeline && isListed;
}

/** Goes to the page of a memo. */
export function useGoToMemo(): (id: string, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (id, options) =>
      void navigate({ to: "/m/$id", params: { id }, replace: options?.replace ?? false }),
    [navigate],
  );
}

/** Where a memo's page is, for a link. */
export function memoHref(id: string): string {
  return `#${memoPrefix}${encodeURIComponent(id)}`;
}

/** Which memo's page a link of this window leads to; null where it leads elsewhere. */
export function memoOfHref(href: string): string | null {
  const prefix = memoHref("");
  return href.startsWith(prefix) ? decodeURIComponent(href.slice(prefix.length)) : null;
}

/** What an address says of a tag that is shown with all that is under it. */
export function withAllUnder(tag: string): string {
  return `${tag}/*`;
}

/** Where the timeline of a tag is, with what is under it, for a link. */
export function tagHref(tag: string): string {
  return `#/?${new URLSearchParams({ tag: withAllUnder(tag) })}`;
}

/** Where that is which somebody shows to everybody, for a link. */
export function personHref(username: string): string {
  return `#${viewPaths.explore}?${new URLSearchParams({ author: username })}`;
}

/** Longer ones than an account can have are nobody's. */
const maxAuthor = 100;

/** Whether an address names somebody. */
export function isAuthor(given: unknown): given is string {
  return typeof given === "string" && given !== "" && given.length <= maxAuthor;
}

/** The whole address of a memo's page, to be opened where this page is served. */
export function memoAddress(id: string): string {
  return new URL(memoHref(id), document.location.href).href;
}

const searchScopes: readonly unknown[] = [
  "view",
  "all",
  "archive",
  "trash",
  "comments",
] satisfies readonly SearchScope[];

/** Whether an address names a place that a search can look in. */
export function isSearchScope(given: unknown): given is SearchScope {
  return searchScopes.includes(given);
}

/** Where a search looks by itself: a view that is narrowed already is searched alone. */
export function usualScope({
  view,
  tag,
  saved,
}: Pick<ViewAddress, "view" | "tag" | "saved">): SearchScope {
  if (tag !== undefined || saved !== undefined) return "view";
  if (view === "archive" || view === "trash") return view;
  return view === "timeline" ? "all" : "view";
}

/** Where the search of an address looks; without one, the view is shown. */
export function scopeOf({ q = "", in: scope, ...address }: ViewAddress): SearchScope {
  if (q.trim() === "") return "view";
  return scope !== undefined && isSearchScope(scope) ? scope : usualScope(address);
}

/** What the list of an address asks for: a search that looks elsewhere knows no tag, person or view. */
export function listedBy(address: ViewAddress) {
  const { view, q: search = "", tag, saved, author } = address;
  const scope = scopeOf(address);
  const isHere = scope === "view";
  return {
    view,
    scope,
    search,
    tag: (isHere ? tag : undefined) ?? null,
    saved: (isHere ? saved : undefined) ?? null,
    author: (isHere ? author : undefined) ?? null,
  };
}

const viewNames = [
  "timeline",
  "tasks",
  "explore",
  "archive",
  "trash",
] as const satisfies readonly ViewName[];

/** Goes to a view, or narrows it; `replace` for what changes with every key. */
export function useGoTo(): (address: ViewAddress, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    ({ view, q, tag, saved, author, by, in: scope }, options) =>
      void navigate({
        to: viewPaths[view],
        search: {
          ...(q === undefined || q === "" ? {} : { q }),
          ...(tag === undefined ? {} : { tag }),
          ...(saved === undefined ? {} : { saved }),
          ...(author === undefined ? {} : { author }),
          ...(q === undefined || q === "" || scope === undefined ? {} : { in: scope }),
          ...(by === undefined ? {} : { by }),
        },
        replace: options?.replace ?? false,
      }),
    [navigate],
  );
}
