import { X } from "lucide-react";
import { useRecentSearches } from "../data/asked/memo-queries.ts";
import { useLanguage } from "../language/language.ts";
import { useViewAddress } from "../state/view-address.ts";
import { findingStrings as strings } from "./finding-strings.ts";
import { usePutSearch, withWord } from "./use-put-search.ts";
import { useRemoveSearch } from "./use-kept-search.ts";

/** Operators and recent searches, each of which can be put into the field. */
export function SearchTips() {
  useLanguage();
  return (
    <>
      <Operators />
      <Recent />
    </>
  );
}

function Operators() {
  useLanguage();
  const put = usePutSearch();
  const { q = "" } = useViewAddress();
  const { operators } = strings;
  const rows: readonly (readonly [shown: string, says: string, word: string])[] = [
    [strings.exampleTag, operators.tag, "#"],
    ["has:open", operators.open, "has:open"],
    ["has:link", operators.has, "has:link"],
    ["is:pinned", operators.pinned, "is:pinned"],
    ["after:7d", operators.after, "after:7d"],
    [strings.examplePhrase, operators.phrase, '"'],
    [strings.exampleWithout, operators.without, "-"],
    ["=", operators.cel, "="],
  ];
  return (
    <section aria-label={strings.narrow}>
      <h2 className="side-title px-2">{strings.narrow}</h2>
      <ul>
        {rows.map(([shown, says, word]) => (
          <li key={word}>
            <button
              type="button"
              className="search-tip"
              onClick={() => put(word === "=" ? `= ${q}`.trimEnd() : withWord(q, word))}
            >
              <code>{shown}</code> <span>{says}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Recent() {
  useLanguage();
  const put = usePutSearch();
  const remove = useRemoveSearch();
  const searches = useRecentSearches().data ?? [];
  if (searches.length === 0) return null;
  return (
    <section aria-label={strings.recent}>
      <div className="flex items-center justify-between gap-2 px-2">
        <h2 className="side-title">{strings.recent}</h2>
        <button
          type="button"
          className="search-clear"
          aria-label={strings.clearRecent}
          onClick={() => remove(null)}
        >
          {strings.clearIt}
        </button>
      </div>
      <ul>
        {searches.map((search) => (
          <li key={search} className="search-recent">
            <button type="button" dir="auto" className="search-tip" onClick={() => put(search)}>
              {search}
            </button>
            <button
              type="button"
              className="icon-button size-7"
              aria-label={strings.removeRecent(search)}
              title={strings.removeRecent(search)}
              onClick={() => remove(search)}
            >
              <X size={14} strokeWidth={1.75} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
