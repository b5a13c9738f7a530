import { Search } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { lazyComponent } from "../lazy/lazy-component.ts";
import { useGoTo, type ViewAddress } from "../state/view-address.ts";
import { focusFirstMemo } from "../focus/focus-feed.ts";
import { searchFieldId } from "../focus/focus-search.ts";
import { useLanguage } from "../language/language.ts";
import { ClearButton } from "./clear-button.tsx";
import { searchNoteIds } from "./search-ids.ts";
import { searchStrings } from "./strings.ts";
import type { SearchResults } from "./use-search-results.ts";

const SearchOverlay = lazyComponent(
  async () => (await import("./search-overlay.tsx")).SearchOverlay,
);
const SearchTips = lazyComponent(async () => (await import("./search-tips.tsx")).SearchTips);

/** Maximum time to wait for an answer before the next query. */
const longestWaitMs = 250;

interface SearchFieldProps {
  /** Address of the list that is shown. */
  readonly address: ViewAddress;
  readonly results: SearchResults;
}

/** Search field that filters the list while the user types. */
export function SearchField({ address, results }: SearchFieldProps) {
  useLanguage();
  const field = useRef<HTMLInputElement>(null);
  const { typed, ask, type } = useTyped(address, results.isAsking);
  const [isWithin, setIsWithin] = useState(false);
  /** True once the user has closed the tips or typed, while the field has the focus. */
  const [isDismissed, setIsDismissed] = useState(false);
  // The problem is that of the last query, not of text typed since.
  const problemAt = typed === (address.q ?? "") ? results.problemAt : null;
  const showsTips = isWithin && typed === "" && !isDismissed;
  return (
    <div
      className="search-box"
      data-filled={typed !== "" || undefined}
      onFocus={() => setIsWithin(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        setIsWithin(false);
        setIsDismissed(false);
      }}
    >
      <Search
        size={16}
        strokeWidth={1.75}
        aria-hidden
        className="pointer-events-none absolute start-3 top-3 z-1 text-text-3"
      />
      {typed !== "" && (
        <Suspense>
          <SearchOverlay text={typed} field={field} celProblemAt={problemAt} />
        </Suspense>
      )}
      <input
        ref={field}
        id={searchFieldId}
        type="search"
        className="field search-field"
        aria-label={searchStrings.label}
        placeholder={searchStrings.placeholder}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        maxLength={8192}
        aria-invalid={results.problem !== null}
        aria-describedby={
          typed === "" ? undefined : `${searchNoteIds.problem} ${searchNoteIds.count}`
        }
        onChange={({ target }) => {
          // Clearing the field later shows the list, not the tips.
          if (target.value !== "") setIsDismissed(true);
          type(target.value);
        }}
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
          className="pointer-events-none absolute end-3 top-3 text-meta text-text-3 pointer-coarse:hidden"
        >
          /
        </kbd>
      )}
      {typed !== "" && (
        <ClearButton label={searchStrings.clear} field={field} clear={() => ask("")} />
      )}
      {showsTips && (
        <Suspense>
          <div
            className="popover search-tips"
            onKeyDown={(event) => {
              if (event.key !== "Escape") return;
              event.preventDefault();
              field.current?.focus();
              setIsDismissed(true);
            }}
          >
            <SearchTips />
          </div>
        </Suspense>
      )}
    </div>
  );
}

/** Keeps the list in step with the typed text: one query at a time, and always the last one. */
function useTyped(address: ViewAddress, isAsking: boolean) {
  const search = address.q ?? "";
  const goTo = useGoTo();
  const [typed, setTyped] = useState(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Next query, sent once the running one is answered. */
  const next = useRef<string | null>(null);
  /** Queries that the address doesn't have yet, oldest first. */
  const asked = useRef<string[]>([]);
  const shown = useRef(search);

  useEffect(() => {
    shown.current = search;
    const answered = asked.current.indexOf(search);
    asked.current = asked.current.slice(answered + 1);
    if (answered !== -1) return;
    // The address changed otherwise than by typing: back, a link, "Clear filters".
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
    goTo({ ...address, q: text }, { replace: true });
  };
  const askNext = (): void => {
    if (next.current !== null) ask(next.current);
  };
  useEffect(() => {
    if (!isAsking) askNext();
    // Query only the last text that was typed meanwhile.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isAsking]);
  const type = (text: string): void => {
    if (!isAsking) return ask(text);
    setTyped(text);
    if (next.current === null) timer.current = setTimeout(askNext, longestWaitMs);
    next.current = text;
  };
  return { typed, ask, type };
}
