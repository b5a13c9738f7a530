import type { Query, QueryClient } from "@tanstack/react-query";
import type { Profile } from "@tidemark/core/router";
import type { MemoListQuery, MemoPages } from "../data/memo-pages.ts";
import { queryKeys } from "../data/queries.ts";

/** Key in `localStorage`. */
const storageKey = "tidemark.answers";

/** Maximum length of the memos of one list, and of everything stored, as JSON. */
const maxListLength = 200_000;
const maxLength = 600_000;

/** Keys of the answers that are stored, with all keys that begin like them. */
const storedKeys: readonly (readonly string[])[] = [
  queryKeys.profile,
  queryKeys.general,
  queryKeys.tagStyles,
  queryKeys.lists,
  queryKeys.ones,
  queryKeys.tags,
  queryKeys.counts,
  queryKeys.views,
  queryKeys.viewCounts,
];

/** The page's window, or a part of it. */
export interface KeepingPage {
  readonly localStorage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  readonly document: Pick<Document, "visibilityState">;
  addEventListener(type: "pagehide" | "visibilitychange", listener: () => void): void;
}

/** The answers that a page shows, stored for the next page: it shows them while its database is being opened. */
export interface KeptAnswers {
  /**
   * Fills an empty cache with the answers of the last page. All are read again once the database is open. Stores
   * the answers of this cache from now on, whenever the page is hidden.
   */
  fill(queries: QueryClient): void;
  /** Removes what is stored, and stores nothing any more. */
  stop(): void;
}

/**
 * Keeps the answers of pages of one build. Nothing is stored for a profile without a server or without a copy of its
 * memos in this browser, because its memos are stored nowhere else either.
 */
export function keepAnswers(page: KeepingPage, build: string): KeptAnswers {
  let queries: QueryClient | null = null;

  function remove(): void {
    try {
      page.localStorage.removeItem(storageKey);
    } catch {
      // Storage is blocked, so nothing is stored.
    }
  }

  function store(): void {
    const profile = queries?.getQueryData<Profile>(queryKeys.profile);
    // Without a profile, the page has shown nothing yet.
    if (queries === null || profile === undefined) return;
    try {
      const isKept = hasCopy(profile);
      const kept = isKept ? JSON.stringify({ build, answers: answersOf(queries) }, plainOnly) : "";
      if (isKept && kept.length <= maxLength) page.localStorage.setItem(storageKey, kept);
      else remove();
    } catch {
      // Storage is full or blocked: the next page shows its memos a little later.
    }
  }

  return {
    fill(empty) {
      queries = empty;
      for (const [key, data] of readAnswers(page, build)) empty.setQueryData(key, data);
      void empty.invalidateQueries({ refetchType: "none" });
      // A hidden page may never be hidden again after its memos were erased from another device.
      empty.getQueryCache().subscribe(({ type, query }) => {
        if (type !== "updated" || query.queryKey[0] !== queryKeys.profile[0]) return;
        const profile = query.state.data as Profile | undefined;
        if (profile !== undefined && !hasCopy(profile)) remove();
      });
      page.addEventListener("pagehide", store);
      page.addEventListener("visibilitychange", () => {
        if (page.document.visibilityState === "hidden") store();
      });
    },
    stop() {
      queries = null;
      remove();
    },
  };
}

function hasCopy({ serverUrl, lacks }: Profile): boolean {
  return serverUrl !== null && !lacks.includes("copy");
}

/** Throws for values that would be something else after reading: a page can't use those. */
function plainOnly(_key: string, value: unknown): unknown {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (isObject && Object.getPrototypeOf(value) !== Object.prototype)
    throw new TypeError("an answer isn't JSON");
  return value;
}

type Answer = readonly [key: readonly unknown[], data: unknown];

function answersOf(queries: QueryClient): Answer[] {
  const isStored = (query: Query): boolean =>
    query.state.data !== undefined &&
    storedKeys.some((start) => start.every((part, i) => query.queryKey[i] === part)) &&
    (query.isActive() || isTimeline(query.queryKey));
  return queries
    .getQueryCache()
    .findAll({ predicate: isStored })
    .map(({ queryKey, state: { data } }) => [
      queryKey,
      isList(queryKey) ? firstRows(data as MemoPages) : data,
    ]);
}

function isList([memos, list]: readonly unknown[]): boolean {
  return memos === queryKeys.lists[0] && list === queryKeys.lists[1];
}

/** Returns true for the lists with which most pages begin, so they are stored from every screen. */
function isTimeline(key: readonly unknown[]): boolean {
  if (!isList(key)) return false;
  const { view, search, tag, saved, author } = key[2] as MemoListQuery;
  return view === "timeline" && search === "" && !tag && !saved && !author;
}

/** Returns the first rows of a list. Only the database has the rest: where it goes on isn't stored. */
function firstRows({ pages, pageParams }: MemoPages): MemoPages {
  const [first] = pages;
  if (first === undefined) return { pages, pageParams };
  let length = 0;
  const end = first.memos.findIndex(
    (memo) => (length += JSON.stringify(memo).length) > maxListLength,
  );
  const memos = end === -1 ? first.memos : first.memos.slice(0, end);
  return { pages: [{ ...first, memos, nextCursor: null }], pageParams: pageParams.slice(0, 1) };
}

function readAnswers({ localStorage }: KeepingPage, build: string): readonly Answer[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "null");
    if (typeof kept !== "object" || kept === null || !("answers" in kept)) return [];
    // Another build may expect other answers.
    if (!("build" in kept) || kept.build !== build || !Array.isArray(kept.answers)) return [];
    return kept.answers as readonly Answer[];
  } catch {
    return [];
  }
}
