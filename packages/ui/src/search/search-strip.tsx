import type { SearchScope } from "@tidemark/core/router";
import { CircleAlert, TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useFeedback } from "../feedback/feedback.ts";
import { useLanguage } from "../language/language.ts";
import { useGoTo, usualScope, type ViewAddress } from "../state/view-address.ts";
import { searchNoteIds } from "./search-ids.ts";
import { findingStrings as strings } from "./finding-strings.ts";
import { useFoundWords, type FoundList } from "./use-found-words.ts";
import { useKeptSearch } from "./use-kept-search.ts";
import { usePutSearch } from "./use-put-search.ts";
import type { SearchResults } from "./use-search-results.ts";
import { useShownProblems } from "./use-shown-problems.ts";

interface SearchStripProps {
  readonly address: ViewAddress;
  readonly scope: SearchScope;
  readonly list: FoundList;
  readonly results: SearchResults;
  /** Actions for the search, at the end of the strip. */
  readonly children?: ReactNode;
}

/** Strip between a search and its results: its problems, its scope, and the number of results. */
export function SearchStrip({ address, scope, list, results, children }: SearchStripProps) {
  useLanguage();
  const { q = "" } = address;
  const announce = useFeedback((state) => state.announce);
  const found = useFoundWords({ address, scope, list, hasProblem: results.problem !== null });
  useKeptSearch(q, list.memoIds.length > 0 && !list.isFetching && results.problem === null);
  useEffect(() => {
    if (found.isSettled) announce(found.words);
  }, [found.isSettled, found.words, q, announce]);
  return (
    <div className="search-strip">
      <Problems search={q} refused={results.problem} />
      <div className="search-strip-row">
        <Scopes address={address} scope={scope} />
        <p
          id={searchNoteIds.count}
          className="search-count"
          data-waiting={!found.isSettled || undefined}
        >
          {found.words}
        </p>
        {children}
      </div>
    </div>
  );
}

function Problems(props: { readonly search: string; readonly refused: string | null }) {
  useLanguage();
  const { search, refused } = props;
  const { problems } = useShownProblems(search);
  const put = usePutSearch();
  if (problems.length === 0 && refused === null) return null;
  return (
    <div id={searchNoteIds.problem} className="search-problems">
      {problems.map(({ start, end, word, suggestion }) => (
        <p key={start}>
          <TriangleAlert size={14} strokeWidth={1.75} aria-hidden className="text-warn" />
          <span>
            {/[:]$/.test(word) ? strings.unfinished(word) : strings.unknown(word)}{" "}
            <button
              type="button"
              className="search-suggestion"
              onClick={() => put(search.slice(0, start) + suggestion + search.slice(end))}
            >
              {strings.useInstead(suggestion)}
            </button>{" "}
            {strings.leftOut}
          </span>
        </p>
      ))}
      {refused !== null && (
        <p className="text-danger">
          <CircleAlert size={14} strokeWidth={1.75} aria-hidden />
          <span>{refused}</span>
        </p>
      )}
    </div>
  );
}

function Scopes(props: { readonly address: ViewAddress; readonly scope: SearchScope }) {
  useLanguage();
  const { address, scope } = props;
  const goTo = useGoTo();
  return (
    <div role="group" aria-label={strings.where} className="search-scopes">
      {scopesOf(address).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === scope}
          onClick={() => {
            const { in: _in, ...rest } = address;
            goTo(each === usualScope(address) ? rest : { ...rest, in: each });
          }}
        >
          {strings.scopes[each]}
        </button>
      ))}
    </div>
  );
}

/**
 * Returns the scopes to choose from. The archive and the trash are views themselves, so they have no scope
 * for the view.
 */
function scopesOf({ view, tag, saved }: ViewAddress): readonly SearchScope[] {
  const isOwn =
    tag === undefined && saved === undefined && (view === "archive" || view === "trash");
  return ["all", ...(isOwn ? [] : (["view"] as const)), "archive", "trash", "comments"];
}
