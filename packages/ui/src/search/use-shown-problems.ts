import { readSearch, type SearchReading } from "@tidemark/core/search";
import { useEffect, useMemo, useState } from "react";

/** Time for the next key of an operator. */
const typingMs = 1200;

/**
 * Returns the parts of a search. A last word that could still become an operator is a problem only after a
 * pause in typing.
 */
export function useShownProblems(search: string): SearchReading {
  const reading = useMemo(() => readSearch(search), [search]);
  const [paused, setPaused] = useState<string | null>(null);
  const last = reading.problems.at(-1);
  const isTyped = last !== undefined && last.isBegun && last.end === search.length;
  useEffect(() => {
    if (!isTyped) return;
    const timer = setTimeout(() => setPaused(search), typingMs);
    return () => clearTimeout(timer);
  }, [isTyped, search]);
  return isTyped && paused !== search
    ? { ...reading, problems: reading.problems.slice(0, -1) }
    : reading;
}
