import { CircleAlert, Search, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useGoTo, useViewAddress, type ViewName } from "../state/view-address.ts";
import { focusFirstMemo } from "../focus/focus-feed.ts";
import { searchFieldId } from "../focus/focus-search.ts";
import { useLanguage } from "../language/language.ts";
import { searchStrings } from "./strings.ts";
import type { SearchResults } from "./use-search-results.ts";

/** After so long an answer is not waited for any more before the next question. */
const longestWaitMs = 250;

interface SearchFieldProps {
  readonly view: ViewName;
  /** What the list shows now. */
  readonly search: string;
  readonly tag: string | undefined;
  readonly results: SearchResults;
}

/** Narrows the list while one types. */
export function SearchField({ view, search, tag, results }: SearchFieldProps) {
  useLanguage();
  const goTo = useGoTo();
  const { by } = useViewAddress();
  const [typed, setTyped] = useState(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What is to be asked for once the answer to what was asked before is here. */
  const next = useRef<string | null>(null);
  /** What typing here has asked for and the address does not say yet, oldest first. */
  const asked = useRef<string[]>([]);
  const shown = useRef(search);
  const noteId = useId();

  useEffect(() => {
    shown.current = search;
    const answered = asked.current.indexOf(search);
    asked.current = asked.current.slice(answered + 1);
    if (answered !== -1) return;
    // The address changed by another way than typing here: back, a link, "Clear filters".
    asked.current = [];
    next.current = null;
    setTyped(search);
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const ask = (text: string): void => {
    clearTimeout(timer.current);
    next.current = null;
    setTyped(text);
    if (text !== (asked.current.at(-1) ?? shown.current)) asked.current.push(text);
    goTo(
      { view, q: text, ...(tag === undefined ? {} : { tag }), ...(by === undefined ? {} : { by }) },
      { replace: true },
    );
  };
  const askNext = (): void => {
    if (next.current !== null) ask(next.current);
  };
  const { isAsking } = results;
  useEffect(() => {
    if (!isAsking) askNext();
    // Of what was typed meanwhile only the last is asked for.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isAsking]);
  const type = (text: string): void => {
    if (!isAsking) return ask(text);
    setTyped(text);
    if (next.current === null) timer.current = setTimeout(askNext, longestWaitMs);
    next.current = text;
  };

  return (
    <div className="relative ms-auto w-full max-w-44 transition-[max-width] duration-[120ms] focus-within:max-w-80 has-[input:not(:placeholder-shown)]:max-w-80">
      <Search
        size={16}
        strokeWidth={1.75}
        aria-hidden
        className="pointer-events-none absolute start-2.5 top-2 text-text-3"
      />
      <input
        id={searchFieldId}
        type="search"
        className="field search-field"
        aria-label={searchStrings.label}
        placeholder={searchStrings.placeholder}
        title={searchStrings.hint}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        maxLength={8192}
        data-summary={results.summary !== null}
        aria-invalid={results.problem !== null}
        aria-describedby={results.problem === null && results.summary === null ? undefined : noteId}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Escape" && typed !== "") ask("");
          else if (event.key === "Escape" || event.key === "ArrowDown") focusFirstMemo();
          else if (event.key === "Enter") ask(typed);
          else return;
          event.preventDefault();
        }}
      />
      {typed === "" && (
        <kbd
          aria-hidden
          className="pointer-events-none absolute end-2.5 top-2 text-meta text-text-3 pointer-coarse:hidden"
        >
          /
        </kbd>
      )}
      {typed !== "" && (
        <button
          type="button"
          className="absolute end-1 top-1 inline-flex size-6 items-center justify-center rounded-control text-text-3 hover:text-text"
          aria-label={searchStrings.clear}
          onClick={() => {
            ask("");
            document.getElementById(searchFieldId)?.focus();
          }}
        >
          <X size={14} strokeWidth={1.75} aria-hidden />
        </button>
      )}
      {results.summary !== null && (
        <p
          id={noteId}
          className="pointer-events-none absolute end-8 top-2 text-meta text-text-3 tabular-nums"
        >
          {results.summary}
        </p>
      )}
      {results.problem !== null && (
        <p
          id={noteId}
          className="popover absolute end-0 top-full mt-1 inline-flex max-w-full items-start gap-1.5 border-danger px-2.5 py-1.5 text-small text-danger"
        >
          <CircleAlert size={16} strokeWidth={1.75} aria-hidden className="mt-px flex-none" />
          {results.problem}
        </p>
      )}
    </div>
  );
}
