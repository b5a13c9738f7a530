import type { LibraryKind, ListView, SearchScope } from "@tidemark/core/router";
import { useCallback } from "react";
import { useNavigate, useRouterState } from "@tanstack/react-router";

/** Filters of a view. They are part of the URL, to support back, forward and links. */
export interface ViewSearch {
  /** Text of the search field. */
  readonly q?: string;
  readonly tag?: string;
  /** Id of a saved view. */
  readonly saved?: string;
  /** Username; limits Explore to this person's public memos. */
  readonly author?: string;
  /** Search scope, if not the default. */
  readonly in?: SearchScope;
  /** Grouping of tasks; by memo if unset. */
  readonly by?: "tag";
  /** Section of the library, and its order if not by time. */
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

/** Returns the current view and its filters. */
export function useViewAddress(): ViewAddress {
  return useRouterState({
    select: ({ location }) => addressOf(location),
    structuralSharing: true,
  });
}

/**
 * Returns a part of the current address. Callers don't rerender for other changes, such as each key typed in
 * the search.
 */
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

/** Returns true on the page of a single memo. */
export function useIsMemoPage(): boolean {
  return useRouterState({ select: ({ location }) => location.pathname.startsWith(memoPrefix) });
}

/** Returns true if a view is shown: not a memo's page, and not an unknown address. */
export function useIsListed(): boolean {
  return useRouterState({
    select: ({ location }) => viewNames.some((name) => viewPaths[name] === location.pathname),
  });
}

/** Returns true if the composer is shown: in the timeline without a search or saved view. */
export function useHasComposer(): boolean {
  const isTimeline = useShown(
    ({ view, q = "", saved }) => view === "timeline" && q.trim() === "" && saved === undefined,
  );
  const isListed = useIsListed();
  return isTimeline && isListed;
}

/** Called before a memo's page is opened, with the memo's id and the link to the page. */
type OpeningListener = (id: string, href: string) => void;

let noteOpening: OpeningListener = () => undefined;

/** Sets the function that is called before each page that is opened. */
export function onMemoOpening(listener: OpeningListener): void {
  noteOpening = listener;
}

export function noteMemoOpening(id: string, href: string): void {
  noteOpening(id, href);
}

/** Returns a function that opens a memo's page. */
export function useGoToMemo(): (id: string, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (id, options) => {
      noteMemoOpening(id, memoHref(id));
      void navigate({ to: "/m/$id", params: { id }, replace: options?.replace ?? false });
    },
    [navigate],
  );
}

/** Returns the link to a memo's page. */
export function memoHref(id: string): string {
  return `#${memoPrefix}${encodeURIComponent(id)}`;
}

/** Returns the id of the memo that a link opens; null for other links. */
export function memoOfHref(href: string): string | null {
  const prefix = memoHref("");
  return href.startsWith(prefix) ? decodeURIComponent(href.slice(prefix.length)) : null;
}

/** Returns the address value for a tag with its subtags. */
export function withAllUnder(tag: string): string {
  return `${tag}/*`;
}

/** Returns the link to the timeline of a tag and its subtags. */
export function tagHref(tag: string): string {
  return `#/?${new URLSearchParams({ tag: withAllUnder(tag) })}`;
}

/** Returns the link to a person's memos in Explore. */
export function personHref(username: string): string {
  return `#${viewPaths.explore}?${new URLSearchParams({ author: username })}`;
}

/** Maximum length of a username in an address; accounts have shorter ones. */
const maxAuthor = 100;

/** Returns true for a possible username. */
export function isAuthor(given: unknown): given is string {
  return typeof given === "string" && given !== "" && given.length <= maxAuthor;
}

let ownLinks = memoHref("");

/** Sets the start of links to memos for other people and devices, relative to the page. */
export function linkMemosBy(path: string): void {
  ownLinks = path;
}

/** Returns the absolute URL of a memo's page. */
export function memoAddress(id: string): string {
  return new URL(ownLinks + encodeURIComponent(id), document.location.href).href;
}

const searchScopes: readonly unknown[] = [
  "view",
  "all",
  "archive",
  "trash",
  "comments",
] satisfies readonly SearchScope[];

/** Returns true for the name of a search scope. */
export function isSearchScope(given: unknown): given is SearchScope {
  return searchScopes.includes(given);
}

/** Returns the default search scope: a filtered view is searched alone. */
export function usualScope({
  view,
  tag,
  saved,
}: Pick<ViewAddress, "view" | "tag" | "saved">): SearchScope {
  if (tag !== undefined || saved !== undefined) return "view";
  if (view === "archive" || view === "trash") return view;
  return view === "timeline" ? "all" : "view";
}

/** Returns the search scope of an address; without a search, the view. */
export function scopeOf({ q = "", in: scope, ...address }: ViewAddress): SearchScope {
  if (q.trim() === "") return "view";
  return scope !== undefined && isSearchScope(scope) ? scope : usualScope(address);
}

/** Returns the list parameters of an address. A search outside the view drops tag, person and saved view. */
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

/**
 * Returns a function that opens a view or changes its filters; `replace` for changes with every key press.
 */
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
